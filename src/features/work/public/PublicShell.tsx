import type { CSSProperties } from 'react';
import { workPlaces } from '../../../domain/written-pages.ts';
import classes from '../WorkView.module.css';
import detailClasses from '../WorkDetails.module.css';
import pictureClasses from '../PictureView.module.css';

/**
 * A published picture as it is sent before any code of the app is there: rendered at build time, with `workPlaces` where
 * the platform says which one it is. It stands where PublicWork will have it.
 */
export function PublicShell() {
  const { title, address, ratio, width, height } = workPlaces;
  return (
    <div className={classes.view} data-form="page">
      <div className={classes.frame}>
        <div className={pictureClasses.frame} data-fitted>
          <div
            className={pictureClasses.box}
            style={
              {
                '--ratio': ratio,
                '--natural': `${width}px`,
                aspectRatio: ratio,
              } satisfies CSSProperties & Record<`--${string}`, string>
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
      </div>
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
