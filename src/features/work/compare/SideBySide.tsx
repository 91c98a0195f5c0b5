import type { WorkRow } from '../../../db/schema.ts';
import { useWorkName } from '../useWorkName.ts';
import { OriginalNote } from '../OriginalNote.tsx';
import classes from './Compare.module.css';
import { Room } from './Room.tsx';
import { useShownPicture } from './useShownPicture.ts';
import type { SharedLook } from './useSharedLook.ts';

/** All works next to each other; what makes one larger or moves it does so with all. */
export function SideBySide({ works, look }: { works: readonly WorkRow[]; look: SharedLook }) {
  return (
    <ol className={classes.all} data-count={works.length}>
      {works.map((work, at) => (
        <li key={work.id}>
          <One work={work} number={at + 1} look={look} />
        </li>
      ))}
    </ol>
  );
}

function One({ work, number, look }: { work: WorkRow; number: number; look: SharedLook }) {
  const { url, state } = useShownPicture(work);
  const name = useWorkName(work);
  const ratio = work.width > 0 && work.height > 0 ? work.width / work.height : 1;
  return (
    <figure className={classes.one}>
      <Room ratio={ratio} look={look} over={<OriginalNote state={state} />}>
        {url && <img className={classes.picture} src={url} alt={name} draggable={false} />}
      </Room>
      <figcaption>
        <span aria-hidden>{number}</span> {name}
      </figcaption>
    </figure>
  );
}
