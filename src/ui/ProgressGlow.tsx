import classes from './ProgressGlow.module.css';

/**
 * Progress as the glow that rises.
 * @param value 0…1; left out while nothing is known yet, then it breathes
 * @param shape `bar`: a thin line; `fill`: fills a positioned parent from below, behind its content
 */
export function ProgressGlow({
  value,
  label,
  shape = 'bar',
}: {
  value?: number;
  label: string;
  shape?: 'bar' | 'fill';
}) {
  const known = value !== undefined && Number.isFinite(value);
  const level = known ? Math.min(1, Math.max(0, value)) : undefined;
  return (
    <div
      className={classes.track}
      data-shape={shape}
      data-breathing={known ? undefined : true}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={level === undefined ? undefined : Math.round(level * 100)}
    >
      <div
        className={classes.glow}
        style={
          level === undefined
            ? undefined
            : {
                transform:
                  shape === 'bar' ? `scaleX(${level})` : `translateY(${(1 - level) * 100}%)`,
              }
        }
      />
    </div>
  );
}
