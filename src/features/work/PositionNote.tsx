import { useLingui } from '@lingui/react/macro';
import type { WorkPosition } from '../../live/useWorkPosition.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import classes from './WorkView.module.css';

/** Which one of its list a work is; said once one has turned to it. */
export function PositionNote({ position }: { position: WorkPosition | null }) {
  const { t, i18n } = useLingui();
  const [at, of] = position ? [i18n.number(position.at), i18n.number(position.of)] : ['', ''];
  return (
    <div className={classes.position} role="status" hidden={position === null}>
      {position && (
        <>
          <span aria-hidden>{`${at} / ${of}`}</span>
          <VisuallyHidden>
            {t({
              message: `${at} of ${of}`,
              comment: 'Which work of a list is shown, and how many there are: 3 of 120',
            })}
          </VisuallyHidden>
        </>
      )}
    </div>
  );
}
