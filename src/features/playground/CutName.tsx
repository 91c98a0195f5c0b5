import { cutName } from '../../domain/cut-name.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

/** A name cut for a card; the whole one is read out, and shown on pointing at it. */
export function CutName({
  name,
  most,
  className,
}: {
  name: string;
  /** Characters that are shown. */
  most: number;
  className?: string | undefined;
}) {
  const shown = cutName(name, most);
  if (shown === name) return <span className={className}>{name}</span>;
  return (
    <span className={className} title={name}>
      <span aria-hidden>{shown}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}
