import { VisuallyHidden } from './VisuallyHidden.tsx';

/** A text that was cut where there is little room; the whole one is read out, and shown on pointing at it. */
export function CutText({
  whole,
  shown,
  className,
}: {
  whole: string;
  shown: string;
  className?: string | undefined;
}) {
  if (shown === whole) return <span className={className}>{whole}</span>;
  return (
    <span className={className} title={whole}>
      <span aria-hidden>{shown}</span>
      <VisuallyHidden>{whole}</VisuallyHidden>
    </span>
  );
}
