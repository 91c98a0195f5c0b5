import { loraNameMaxCharacters } from '../../../domain/limits.ts';
import { cutName } from '../../../domain/loras.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';

/** A name cut to what the specification allows (section 9); the whole one is read out, and shown on pointing at it. */
export function LoraName({ name, className }: { name: string; className?: string | undefined }) {
  const shown = cutName(name, loraNameMaxCharacters);
  if (shown === name) return <span className={className}>{name}</span>;
  return (
    <span className={className} title={name}>
      <span aria-hidden>{shown}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}
