import { useId } from 'react';
import classes from './KilnLogo.module.css';

/** The arch: one wall, open to the ground. 24 × 24 units; scripts/make-icons.mjs draws the same. */
const wallPath =
  'M2.75 21V11.25a9.25 9.25 0 0 1 18.5 0V21c0 .41-.34.75-.75.75h-2.25a.75.75 0 0 1-.75-.75v-9.75a5.5 5.5 0 0 0-11 0V21c0 .41-.34.75-.75.75H3.5a.75.75 0 0 1-.75-.75Z';
const mouthPath = 'M7.75 7h8.5v14c0 .41-.34.75-.75.75h-7a.75.75 0 0 1-.75-.75Z';
/** As tall as the mouth, its round top at y = 0: it slides up from below the ground. */
const glowPath = 'M7.75 4.25a4.25 4.25 0 0 1 8.5 0V24h-8.5Z';

/**
 * The mark: the mouth of a kiln with a glow inside.
 * @param progress how far the glow has risen, 0…1; left out, it rests low
 * @param size CSS length; 1em by default, so that it stands in a line of text
 */
export function KilnLogo({
  progress,
  size = '1em',
  label,
}: {
  progress?: number;
  size?: string;
  label?: string;
}) {
  const clipId = useId();
  const level = progress === undefined ? 0.45 : Math.min(1, Math.max(0, progress));
  const offset = 7 + (1 - level) * 15;
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg
      className={classes.mark}
      viewBox="0 0 24 24"
      style={{ width: size, height: size }}
      {...name}
    >
      <path d={wallPath} fill="currentColor" />
      <clipPath id={clipId}>
        <path d={mouthPath} />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        <path
          className={classes.glow}
          data-firing={progress !== undefined && level < 1 ? true : undefined}
          style={{ transform: `translateY(${offset}px)` }}
          d={glowPath}
        />
      </g>
    </svg>
  );
}
