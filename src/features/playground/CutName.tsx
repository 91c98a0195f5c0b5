import { cutName } from '../../domain/cut-name.ts';
import { CutText } from '../../ui/CutText.tsx';

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
  return <CutText className={className} whole={name} shown={cutName(name, most)} />;
}
