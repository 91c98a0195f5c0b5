import { lorasMax } from '../domain/limits.ts';
import { readLora, type NamedLora, type StrengthRange } from '../domain/loras.ts';
import type { InputValue } from '../domain/model.ts';
import { refusedInput } from '../domain/engine.ts';

/** Section 3.2 of the Horde's contract. */
export interface HordeLora {
  name: string;
  model: number;
  clip: number;
  is_version: boolean;
}

export interface HordeInversion {
  name: string;
  inject_ti: 'prompt' | 'negprompt';
  strength: number;
}

const strengthMax = 5;
/** In either direction, as the Horde takes them. */
export const hordeStrengths: StrengthRange = {
  minimum: -strengthMax,
  maximum: strengthMax,
  multipleOf: 0.05,
};
const inversionsMax = 20;
const nameMaxCharacters = 255;

interface List {
  field: 'loras' | 'tis';
  most: number;
}

const loraList: List = { field: 'loras', most: lorasMax };
const inversionList: List = { field: 'tis', most: inversionsMax };

function entriesOf(value: InputValue | undefined, { field, most }: List): string[] {
  const entries = (Array.isArray(value) ? value.map(String) : [])
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length > most) {
    throw refusedInput(
      { field, reason: 'too-many-names', values: [most] },
      `over ${most} ${field}`,
    );
  }
  return entries;
}

function split(entry: string, { field }: List): NamedLora {
  const named = readLora(entry);
  const { name, strength, textStrength } = named;
  if (name === '' || name.length > nameMaxCharacters) {
    throw refusedInput({ field, reason: 'not-a-name', values: [entry] }, `no name: ${entry}`);
  }
  if ([strength, textStrength].some((given) => Math.abs(given ?? 0) > strengthMax)) {
    const values = [name, -strengthMax, strengthMax];
    throw refusedInput({ field, reason: 'strength-out-of-range', values }, `strength of ${name}`);
  }
  return named;
}

/**
 * LoRAs as people write them: CivitAI's number or name, then strengths for picture and text, `12345:0.8`; one
 * version of a model is `12345@67890`.
 * @throws EngineError `invalid-input`
 */
export function lorasOf(value: InputValue | undefined): HordeLora[] {
  return entriesOf(value, loraList).map((entry) => {
    const { name, strength, textStrength } = split(entry, loraList);
    const version = /^\d*@(\d+)$/.exec(name)?.[1];
    const model = strength ?? 1;
    const clip = textStrength ?? model;
    return { name: version ?? name, model, clip, is_version: version !== undefined };
  });
}

/**
 * Textual inversions, `12345:1`; with a minus in front it goes to the negative prompt.
 * @throws EngineError `invalid-input`
 */
export function inversionsOf(value: InputValue | undefined): HordeInversion[] {
  return entriesOf(value, inversionList).map((entry) => {
    const { name, strength } = split(entry.replace(/^-/, ''), inversionList);
    return {
      name,
      inject_ti: entry.startsWith('-') ? 'negprompt' : 'prompt',
      strength: strength ?? 1,
    };
  });
}
