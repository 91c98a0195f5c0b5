import type { GeneratorType } from '../../domain/generator-types.ts';
import { atom } from '../../ui/atoms.ts';

/** What examples are looked for: of a tool, or of all; null while nobody looks. The root route shows them. */
export const examplesAtom = atom<{ tool: GeneratorType | null } | null>(null);
