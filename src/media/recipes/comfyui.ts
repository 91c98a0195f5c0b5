import * as z from 'zod/mini';
import { recipeLorasMax, recipeMaxNodes, recipeMaxSteps } from '../../domain/limits.ts';
import type { NamedLora } from '../../domain/loras.ts';
import { emptyRecipe, withoutLoraMarks, type Recipe } from '../../domain/recipes/recipe.ts';
import { readNumber, readSeed, readText } from './read-values.ts';

/*
 * ComfyUI writes the graph it ran into the picture (`prompt`): nodes by id, each with the name of its class and its
 * inputs; an input is a value, or a link to another node's output, `["4", 0]`. The graph as it lay on the canvas
 * (`workflow`) says the same with more words and is read where the other is missing.
 */

const link = z.tuple([z.union([z.string(), z.number()]), z.number()]);
const node = z.object({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) });
type Node = z.infer<typeof node>;
type Graph = ReadonlyMap<string, Node>;

const port = z.object({ name: z.string(), link: z.nullish(z.number()) });
const canvasNode = z.object({
  id: z.union([z.string(), z.number()]),
  type: z.string(),
  mode: z.optional(z.number()),
  inputs: z.nullish(z.array(port)),
  widgets_values: z.nullish(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
});
const canvas = z.object({
  nodes: z.array(canvasNode).check(z.maxLength(recipeMaxNodes)),
  links: z.array(z.unknown()).check(z.maxLength(4 * recipeMaxNodes)),
});

/** The order of widgets on the canvas, which names none of them; for the nodes that are read here. */
const widgets: Readonly<Record<string, readonly string[]>> = {
  KSampler: ['seed', '', 'steps', 'cfg', 'sampler_name', 'scheduler', 'denoise'],
  KSamplerAdvanced: ['', 'noise_seed', '', 'steps', 'cfg', 'sampler_name', 'scheduler'],
  CLIPTextEncode: ['text'],
  EmptyLatentImage: ['width', 'height'],
  EmptySD3LatentImage: ['width', 'height'],
  CheckpointLoaderSimple: ['ckpt_name'],
  UNETLoader: ['unet_name'],
  LoraLoader: ['lora_name', 'strength_model', 'strength_clip'],
  LoraLoaderModelOnly: ['lora_name', 'strength_model'],
  RandomNoise: ['noise_seed'],
  KSamplerSelect: ['sampler_name'],
  BasicScheduler: ['scheduler', 'steps', 'denoise'],
  FluxGuidance: ['guidance'],
  CLIPSetLastLayer: ['stop_at_clip_layer'],
  PrimitiveNode: ['value'],
};

/** Seeds have up to 64 bits, of which a number would lose some. */
const longSeed = /("(?:noise_)?seed"\s*:\s*)(\d{16,20})\b/g;

/** Python writes numbers that JSON has no words for. */
const noNumber = /([:,[]\s*)-?(?:NaN|Infinity)\b/g;

function parse(text: string): unknown {
  const safe = text.replaceAll(longSeed, '$1"$2"');
  for (const candidate of [safe, safe.replaceAll(noNumber, '$1null')]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next one, or none.
    }
  }
  return null;
}

function graphOfPrompt(read: unknown): Graph {
  if (typeof read !== 'object' || read === null) return new Map();
  const graph = new Map<string, Node>();
  for (const [id, value] of Object.entries(read).slice(0, recipeMaxNodes)) {
    const found = node.safeParse(value);
    if (found.success) graph.set(id, found.data);
  }
  return graph;
}

function graphOfCanvas(read: unknown): Graph {
  const found = canvas.safeParse(read);
  const graph = new Map<string, Node>();
  if (!found.success) return graph;
  const origins = new Map<number, [string, number]>();
  for (const entry of found.data.links) {
    // [id, from node, from output, to node, to input, type]
    if (!Array.isArray(entry)) continue;
    const [id, from, output] = entry as unknown[];
    if (typeof id === 'number' && (typeof from === 'number' || typeof from === 'string'))
      origins.set(id, [String(from), typeof output === 'number' ? output : 0]);
  }
  for (const { id, type, mode, inputs, widgets_values: values } of found.data.nodes) {
    // 2 is muted, 4 bypassed: neither took part.
    if (mode === 2 || mode === 4) continue;
    const named: Record<string, unknown> = {};
    const names = Object.hasOwn(widgets, type) ? (widgets[type] ?? []) : [];
    if (Array.isArray(values)) {
      for (const [index, name] of names.entries()) if (name) named[name] = values[index];
    } else {
      Object.assign(named, values ?? {});
    }
    for (const { name, link: from } of inputs ?? []) {
      const origin = typeof from === 'number' ? origins.get(from) : undefined;
      if (origin) named[name] = origin;
    }
    graph.set(String(id), { class_type: type, inputs: named });
  }
  return graph;
}

/** Walks over a graph that may have circles, gaps and lies. */
class Walk {
  readonly graph: Graph;
  #steps = 0;

  constructor(graph: Graph) {
    this.graph = graph;
  }

  /** The node that an input comes from; null for a value. */
  origin(from: Node, input: string): Node | null {
    const found = link.safeParse(from.inputs[input]);
    if (!found.success || this.#steps >= recipeMaxSteps) return null;
    this.#steps += 1;
    return this.graph.get(String(found.data[0])) ?? null;
  }

  /** An input's value, also where a node that holds nothing else hands it in. */
  value(from: Node, input: string): unknown {
    let at = from;
    let name = input;
    for (;;) {
      const given = at.inputs[name];
      const origin = this.origin(at, name);
      if (!origin) return link.safeParse(given).success ? undefined : given;
      at = origin;
      const own = [
        'value',
        'seed',
        'noise_seed',
        'text',
        'string',
        'int',
        'float',
        'Value',
        'STRING',
      ];
      const next = own.find((candidate) => at.inputs[candidate] !== undefined);
      if (next === undefined) return undefined;
      name = next;
    }
  }

  /** The first node upstream for which `found` has an answer, by way of these inputs. */
  upstream<Answer>(
    from: Node,
    inputs: readonly string[],
    found: (node: Node) => Answer | null,
  ): Answer | null {
    const seen = new Set<Node>([from]);
    const waiting = inputs.flatMap((input) => this.origin(from, input) ?? []);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const answer = found(next);
      if (answer !== null) return answer;
      const links = Object.keys(next.inputs).filter((input) => inputs.includes(input));
      const ways = links.length > 0 ? links : Object.keys(next.inputs);
      const at = next;
      waiting.push(...ways.flatMap((input) => this.origin(at, input) ?? []));
    }
    return null;
  }
}

const isSampler = ({ class_type, inputs }: Node): boolean =>
  /sampler/i.test(class_type) &&
  ('latent_image' in inputs || 'positive' in inputs || 'guider' in inputs);

/** What a node makes of words: its own, or those that are handed to it. */
function wordsOf(walk: Walk, encoder: Node): string | null {
  const texts = [
    'text',
    'text_g',
    'text_l',
    't5xxl',
    'clip_l',
    'prompt',
    'positive',
    'wildcard_text',
  ]
    .map((input) => walk.value(encoder, input))
    .flatMap((value) => (typeof value === 'string' && value.trim() ? [value.trim()] : []));
  return texts.length > 0 ? [...new Set(texts)].join(', ') : null;
}

function lorasOf(walk: Walk, sampler: Node): NamedLora[] {
  const loras: NamedLora[] = [];
  walk.upstream(sampler, ['model', 'guider'], (at) => {
    const name = readText(at.inputs['lora_name'], 200);
    const strength = readNumber(walk.value(at, 'strength_model'));
    if (name !== null && strength !== 0) {
      const own = readNumber(walk.value(at, 'strength_clip'));
      loras.unshift({ name, strength, textStrength: own === strength ? null : own });
    }
    return null;
  });
  return loras.slice(0, recipeLorasMax).map((lora) => ({
    ...lora,
    name: (lora.name.split(/[\\/]/).at(-1) ?? '').replace(/\.safetensors$/i, ''),
  }));
}

/** The node that says so, or one that it is given. */
function asked(walk: Walk, sampler: Node, input: string, from: readonly string[] = []): unknown {
  const own = walk.value(sampler, input);
  if (own !== undefined && own !== null) return own;
  return walk.upstream(sampler, from, (at) => {
    const value = walk.value(at, input);
    return value === undefined || value === null || typeof value === 'object' ? null : value;
  });
}

function recipeOfGraph(graph: Graph): Recipe | null {
  const samplers = [...graph.values()].filter(isSampler);
  // The first pass says how the picture was begun; a second one only enlarges or repairs it.
  const isFirst = (node: Node) => {
    const walk = new Walk(graph);
    const latent = walk.origin(node, 'latent_image');
    return latent !== null && /Empty.*Latent/i.test(latent.class_type);
  };
  const sampler = samplers.find((candidate) => isFirst(candidate)) ?? samplers[0];
  if (!sampler) return null;
  const fresh = () => new Walk(graph);
  const words = (input: 'positive' | 'negative') => {
    const walk = fresh();
    const guider = walk.origin(sampler, 'guider');
    const from = guider ?? sampler;
    // A guider for models that know no negative prompt has one input for words.
    const start =
      guider && input === 'positive' && !('positive' in guider.inputs) ? 'conditioning' : input;
    return walk.upstream(from, [start], (at) => wordsOf(walk, at)) ?? '';
  };
  const latent = fresh();
  const size = latent.upstream(sampler, ['latent_image'], (at) => {
    const width = readNumber(latent.value(at, 'width'));
    const height = readNumber(latent.value(at, 'height'));
    return width && height ? { width, height } : null;
  });
  const models = fresh();
  const model = models.upstream(sampler, ['model', 'guider'], (at) =>
    readText(at.inputs['ckpt_name'] ?? at.inputs['unet_name'] ?? at.inputs['model_name'], 200),
  );
  const clips = fresh();
  const skip = clips.upstream(sampler, ['positive', 'clip', 'guider', 'conditioning'], (at) =>
    readNumber(at.inputs['stop_at_clip_layer']),
  );
  const { prompt, loras } = withoutLoraMarks(words('positive'));
  const found = lorasOf(fresh(), sampler);
  return {
    ...emptyRecipe('comfyui'),
    prompt,
    negativePrompt: withoutLoraMarks(words('negative')).prompt,
    seed:
      readSeed(asked(fresh(), sampler, 'seed')) ??
      readSeed(asked(fresh(), sampler, 'noise_seed', ['noise'])),
    width: size?.width ?? null,
    height: size?.height ?? null,
    steps: readNumber(asked(fresh(), sampler, 'steps', ['sigmas'])),
    guidance:
      readNumber(asked(fresh(), sampler, 'cfg', ['guider'])) ??
      readNumber(asked(fresh(), sampler, 'guidance', ['positive', 'guider', 'conditioning'])),
    sampler: readText(asked(fresh(), sampler, 'sampler_name', ['sampler']), 80),
    schedule: readText(asked(fresh(), sampler, 'scheduler', ['sigmas']), 80),
    denoisingStrength: readNumber(asked(fresh(), sampler, 'denoise', ['sigmas'])),
    // ComfyUI counts from the last layer backwards.
    clipSkip: skip !== null && skip < 0 ? -skip : null,
    model,
    loras: found.length > 0 ? found : loras.slice(0, recipeLorasMax),
  };
}

/**
 * Civitai's own generator runs such graphs and adds what the person had asked for, as JSON within the JSON
 * (`extraMetadata`).
 */
const civitaiExtra = z.object({
  prompt: z.optional(z.string()),
  negativePrompt: z.optional(z.string()),
  steps: z.optional(z.unknown()),
  cfgScale: z.optional(z.unknown()),
  sampler: z.optional(z.unknown()),
  seed: z.optional(z.unknown()),
  width: z.optional(z.unknown()),
  height: z.optional(z.unknown()),
  clipSkip: z.optional(z.unknown()),
});

function recipeOfCivitai(read: unknown): Recipe | null {
  if (typeof read !== 'object' || read === null || !('extraMetadata' in read)) return null;
  const { extraMetadata } = read;
  const extra = civitaiExtra.safeParse(
    typeof extraMetadata === 'string' ? parse(extraMetadata) : extraMetadata,
  );
  if (!extra.success) return null;
  const said = extra.data;
  const { prompt, loras } = withoutLoraMarks(said.prompt ?? '');
  const graph = recipeOfGraph(graphOfPrompt(read)) ?? emptyRecipe('civitai');
  return {
    ...graph,
    program: 'civitai',
    prompt: prompt || graph.prompt,
    negativePrompt: said.negativePrompt ?? graph.negativePrompt,
    seed: readSeed(said.seed) ?? graph.seed,
    steps: readNumber(said.steps) ?? graph.steps,
    guidance: readNumber(said.cfgScale) ?? graph.guidance,
    sampler: readText(said.sampler, 80) ?? graph.sampler,
    schedule: said.sampler === undefined ? graph.schedule : null,
    width: readNumber(said.width) ?? graph.width,
    height: readNumber(said.height) ?? graph.height,
    clipSkip: readNumber(said.clipSkip) ?? graph.clipSkip,
    loras: graph.loras.length > 0 ? graph.loras : loras,
  };
}

/** Reads the graph that ran, else the one on the canvas; null where neither tells of a sampler. */
export function readComfyui(prompt: string | null, workflow: string | null): Recipe | null {
  const ran = prompt === null ? null : parse(prompt);
  return (
    recipeOfCivitai(ran) ??
    recipeOfGraph(graphOfPrompt(ran)) ??
    recipeOfGraph(graphOfCanvas(workflow === null ? null : parse(workflow)))
  );
}
