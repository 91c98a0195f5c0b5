import type { GenerateIntent } from '../../../domain/intent.ts';
import classes from './ResultPane.module.css';

/** The shape of what is about to be shown, so that nothing jumps. */
export function ResultPlaceholder({ request }: { request: GenerateIntent }) {
  const width = request.payload.width ?? 1;
  const height = request.payload.height ?? 1;
  return (
    <div className={classes.cells} style={{ '--ratio': width / height }} aria-hidden>
      <div className={classes.cell} style={{ aspectRatio: `${width} / ${height}` }} />
    </div>
  );
}
