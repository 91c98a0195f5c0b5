import type { CSSProperties, ReactNode } from 'react';
import { workPlaces } from '../../../domain/written-pages.ts';
import playerClasses from '../../../ui/VideoPlayer.module.css';
import classes from '../WorkView.module.css';
import detailClasses from '../WorkDetails.module.css';
import mediaClasses from '../MediaView.module.css';
import pictureClasses from '../PictureView.module.css';

const { title, address, ratio, width, height } = workPlaces;

/**
 * A published work as it is sent before any code of the app is there: rendered at build time, with `workPlaces` where
 * the platform says which one it is. It stands where PublicWork will have it.
 */
function Shell({ children }: { children: ReactNode }) {
  return (
    <div className={classes.view} data-form="page">
      <div className={classes.frame}>{children}</div>
      <div className={classes.side}>
        <div className={detailClasses.details}>
          <header className={detailClasses.head}>
            <h1 className={detailClasses.tool}>{title}</h1>
          </header>
        </div>
      </div>
    </div>
  );
}

type Places = CSSProperties & Record<`--${string}`, string>;

export function PublicPictureShell() {
  return (
    <Shell>
      <div className={pictureClasses.frame} data-fitted>
        <div
          className={pictureClasses.box}
          style={
            { '--ratio': ratio, '--natural': `${width}px`, aspectRatio: ratio } satisfies Places
          }
        >
          <div className={pictureClasses.turned} style={{ '--turn': '0deg' }}>
            <img
              className={pictureClasses.layer}
              src={address}
              alt={title}
              width={width}
              height={height}
              fetchPriority="high"
            />
          </div>
        </div>
      </div>
    </Shell>
  );
}

/** The picture that stands for a video; its player comes with the app. */
export function PublicVideoShell() {
  return (
    <Shell>
      <div className={mediaClasses.frame}>
        <div className={mediaClasses.box} style={{ '--ratio': ratio } satisfies Places}>
          <div className={playerClasses.player}>
            <img
              className={playerClasses.video}
              style={{ aspectRatio: `${width} / ${height}` }}
              src={address}
              // A video that nobody made a picture for has none: then nothing is shown, and not a broken one.
              alt=""
              width={width}
              height={height}
              fetchPriority="high"
            />
          </div>
        </div>
      </div>
    </Shell>
  );
}
