import { useId } from 'react';
import classes from './KilnMark.module.css';

/** The arch as one path: outer wall and, cut out of it, the mouth. 24 × 24 units. */
const wallPath =
  'M12 2C6.75 2 2.5 6.25 2.5 11.5v8.25A1.75 1.75 0 0 0 4.25 21.5h15.5a1.75 1.75 0 0 0 1.75-1.75V11.5C21.5 6.25 17.25 2 12 2Zm0 3.2c3.5 0 6.3 2.8 6.3 6.3v6.8H5.7v-6.8c0-3.5 2.8-6.3 6.3-6.3Z';
const mouthPath = 'M12 6.4c2.83 0 5.1 2.27 5.1 5.1v5.6H6.9v-5.6c0-2.83 2.27-5.1 5.1-5.1Z';

/**
 * The mark: the mouth of a kiln with a glow inside.
 * @param progress how far the glow has risen, 0…1; left out, it rests low
 * @param size CSS length; 1em by default, so that it stands in a line of text
 */
export function KilnMark({
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
  // The glow is taller than the mouth and slides up from below it.
  const offset = (1 - level) * 11;
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg
      className={classes.mark}
      viewBox="0 0 24 24"
      style={{ width: size, height: size }}
      {...name}
    >
      <path d={wallPath} fill="currentColor" fillRule="evenodd" />
      <clipPath id={clipId}>
        <path d={mouthPath} />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        <path
          className={classes.glow}
          data-firing={progress !== undefined && level < 1 ? true : undefined}
          style={{ transform: `translateY(${offset}px)` }}
          d="M5 8.2Q8.5 5.6 12 7.2T19 6.8V32H5Z"
        />
      </g>
    </svg>
  );
}
