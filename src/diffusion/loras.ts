import { readLora } from '../domain/loras.ts';
import type { InputValues } from '../domain/model.ts';
import { LoraError, type LoraLayer } from './lora-file.ts';
import type { DiffusionRun } from './run.ts';

/** LoRAs that lie beside a model, in its folder `loras`, and those of them that a request names. */

const lorasFolder = /^loras\/([^/]+)\.safetensors$/i;

/** @param files of a model's folder, with slashes */
export const lorasBeside = (files: readonly { name: string }[]): { name: string; file: string }[] =>
  files
    .flatMap(({ name: file }) => {
      const name = lorasFolder.exec(file)?.[1];
      return name === undefined ? [] : [{ name, file }];
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));

export interface ChosenLora {
  name: string;
  file: string;
  /** How strong it is in each of the networks. */
  strengths: Readonly<Record<LoraLayer['part'], number>>;
}

/**
 * The LoRAs that a request names.
 * @param input `loras` in it: each a name, with its strength behind a colon, and one for the words behind another
 * @throws LoraError where a name is none of this model's
 */
export function chosenLoras({ loras = [] }: DiffusionRun, input: InputValues): ChosenLora[] {
  const named = Array.isArray(input['loras']) ? input['loras'].map(String) : [];
  return named.map((entry) => {
    const { name, strength, textStrength } = readLora(entry);
    const known = loras.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!known) throw new LoraError('absent', name, 'it does not lie beside the model');
    const unet = strength ?? 1;
    return { ...known, strengths: { unet, text_encoder: textStrength ?? unet } };
  });
}

/** By which two choices are told apart, in the network that they change. */
export const lorasStamp = (loras: readonly ChosenLora[], part: LoraLayer['part']): string =>
  loras.map(({ file, strengths }) => `${file}:${strengths[part]}`).join();
