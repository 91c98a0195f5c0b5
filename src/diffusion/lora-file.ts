import type { FieldReason } from '../domain/field-reasons.ts';
import { readSafetensors, type WeightTensor } from './safetensors.ts';

/** What a LoRA adds to one layer of a network: `up · down · scale`, a matrix of a low rank. */
export interface LoraLayer {
  part: 'unet' | 'text_encoder';
  /** The layer, with `_` between the parts of its name: `down_blocks_0_attentions_0_proj_in`. */
  layer: string;
  /** `[rank, inputs]`, or `[rank, inputs, height, width]` of a convolution. */
  down: WeightTensor;
  /** `[outputs, rank]`, or `[outputs, rank, 1, 1]`. */
  up: WeightTensor;
  scale: number;
}

/** Why a LoRA can't be used with a model. */
export type LoraTrouble =
  /** The model has none of that name. */
  | 'absent'
  /** The file can't be read. */
  | 'damaged'
  /** It changes a network in another way: LyCORIS, DoRA. */
  | 'other-kind'
  /** It changes layers that this model does not have, or has in another size. */
  | 'other-model'
  /** The model's graph does not tell its layers. */
  | 'closed-graph';

/** A LoRA that is refused; nothing was made. */
export class LoraError extends Error {
  readonly trouble: LoraTrouble;
  readonly lora: string;
  constructor(trouble: LoraTrouble, lora: string, detail: string) {
    super(`${lora}: ${detail}`);
    this.name = 'LoraError';
    this.trouble = trouble;
    this.lora = lora;
  }
}

/** The same for whoever chose it. */
export const loraReason = ({ trouble, lora }: LoraError): FieldReason => ({
  field: 'loras',
  reason: trouble === 'damaged' ? 'lora-damaged' : 'lora-unfit',
  values: [lora],
});

/** The name of a layer as it is compared, however exporters and trainers write it. */
export const layerKey = (name: string): string =>
  name
    .replaceAll(/[./]+/g, '_')
    .replace(/^_/, '')
    .replace(/^(?:(?:base_)?model_|text_model_)+/, '');

type Half = 'down' | 'up' | 'alpha';

interface Read {
  part: LoraLayer['part'];
  layer: string;
  half: Half;
}

const halves: readonly (readonly [ending: RegExp, half: Half])[] = [
  [/\.(?:lora_down|lora_A|lora\.down|lora_linear_layer\.down)(?:\.default)?\.weight$/, 'down'],
  [/\.(?:lora_up|lora_B|lora\.up|lora_linear_layer\.up)(?:\.default)?\.weight$/, 'up'],
  [/\.alpha$/, 'alpha'],
  // The first LoRAs of diffusers lay in the processors of the attention.
  [/_lora\.down\.weight$/, 'down'],
  [/_lora\.up\.weight$/, 'up'],
];

/** As kohya's scripts, diffusers and peft name a layer. @returns null where it is none of theirs */
function readName(name: string): Read | null {
  const found = halves.find(([ending]) => ending.test(name));
  if (!found) return null;
  const [ending, half] = found;
  const path = name.replace(ending, '').replace('.processor.', '.');
  const start = /^(?:lora_unet_|unet\.)|^(?:lora_te_|text_encoder\.)/.exec(path)?.[0];
  if (start === undefined) return null;
  const layer = layerKey(path.slice(start.length)).replace(/_to_out$/, '_to_out_0');
  return { part: start.includes('unet') ? 'unet' : 'text_encoder', layer, half };
}

/**
 * Reads a file of a LoRA: those of kohya's scripts, of diffusers and of peft, for layers and convolutions.
 * @param name by which people know it
 * @throws LoraError
 */
export function readLoraFile(name: string, bytes: Uint8Array): LoraLayer[] {
  let tensors: Map<string, WeightTensor>;
  try {
    tensors = readSafetensors(bytes);
  } catch (error) {
    throw new LoraError('damaged', name, String(error));
  }
  const layers = new Map<string, Partial<Record<Half, WeightTensor>> & Omit<Read, 'half'>>();
  for (const [key, tensor] of tensors) {
    const read = readName(key);
    if (!read) {
      const isForTwo = /^(?:lora_te[12]_|text_encoder_2\.)/.test(key);
      throw new LoraError(isForTwo ? 'other-model' : 'other-kind', name, `it has ${key}`);
    }
    const { part, layer, half } = read;
    const id = `${part} ${layer}`;
    const known = layers.get(id) ?? { part, layer };
    known[half] = tensor;
    layers.set(id, known);
  }
  if (layers.size === 0) throw new LoraError('damaged', name, 'nothing is in it');
  return [...layers.values()].map(({ part, layer, down, up, alpha }) => {
    const rank = down?.shape[0] ?? 0;
    if (!down || !up || rank === 0 || up.shape[1] !== rank) {
      throw new LoraError('damaged', name, `${layer} is not whole`);
    }
    return { part, layer, down, up, scale: (alpha?.values()[0] ?? rank) / rank };
  });
}
