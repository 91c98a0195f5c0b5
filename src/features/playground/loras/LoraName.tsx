import { loraNameMaxCharacters } from '../../../domain/limits.ts';
import { CutName } from '../CutName.tsx';

/** The name of a LoRA, cut to what the specification allows (section 9). */
export function LoraName({ name, className }: { name: string; className?: string | undefined }) {
  return <CutName name={name} most={loraNameMaxCharacters} className={className} />;
}
