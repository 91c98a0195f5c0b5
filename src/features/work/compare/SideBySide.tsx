import { useWorkName } from '../useWorkName.ts';
import { OriginalNote } from '../OriginalNote.tsx';
import classes from './Compare.module.css';
import type { Compared } from './compared.ts';
import { Room } from './Room.tsx';
import { useShownPicture } from './useShownPicture.ts';
import type { SharedLook } from './useSharedLook.ts';

/** All works next to each other; what makes one larger or moves it does so with all. */
export function SideBySide({ works, look }: { works: readonly Compared[]; look: SharedLook }) {
  return (
    <ol className={classes.all} data-count={works.length}>
      {works.map((one) => (
        <li key={one.work.id}>
          <One {...one} look={look} />
        </li>
      ))}
    </ol>
  );
}

function One({ work, number, letter, look }: Compared & { look: SharedLook }) {
  const { url, state } = useShownPicture(work);
  const name = useWorkName(work);
  const ratio = work.width > 0 && work.height > 0 ? work.width / work.height : 1;
  return (
    <figure className={classes.one}>
      <Room
        ratio={ratio}
        look={look}
        over={
          letter && (
            <span className={classes.letter} data-side="start">
              {letter}
            </span>
          )
        }
      >
        {url && <img className={classes.picture} src={url} alt={name} draggable={false} />}
      </Room>
      <figcaption>
        {number} · {name}
      </figcaption>
      <div className={classes.below}>
        <OriginalNote state={state} />
      </div>
    </figure>
  );
}
