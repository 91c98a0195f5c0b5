import { stepsRange } from '../../../src/domain/limits.ts';
import { goesWith, parseDimensions } from '../../../src/domain/model.ts';
import type { LocalizedText } from '../../../src/domain/languages.ts';
import type { InputValue, ModelSchema, SchemaProperty } from '../../../src/domain/model.ts';
import {
  clampToRange,
  defaultNegativePrompt,
  parameterDefaults,
} from '../../../src/domain/parameters.ts';
import type { Optimized, OptimizeRequest, ParameterChange } from '../helper.ts';
import { expandPrompt, withoutTail } from './expand.ts';

const reasons = {
  unknown: { cn: '这个模型没有这个参数', en: 'The model does not have this parameter' },
  notAllowed: {
    cn: '不在可选范围内，改用默认值',
    en: 'Not one of the choices; the default instead',
  },
  range: { cn: '调整到模型允许的范围内', en: 'Brought into the range that the model takes' },
  missing: { cn: '没有填写，用模型的默认值', en: 'Was left open; the default of the model' },
  negative: { cn: '排除常见的瑕疵', en: 'Keeps common flaws away' },
  prompt: {
    cn: '补充光线、媒介、构图等细节',
    en: 'Says what was left open: light, medium, composition',
  },
  repeats: { cn: '去掉重复的词', en: 'Without words that were said twice' },
  fewSteps: { cn: '步数太少，画面会粗糙', en: 'So few steps leave a rough picture' },
  manySteps: { cn: '更多步数只会更慢，不会更好', en: 'More steps are slower and no better' },
  lcmSteps: { cn: 'LCM 采样器只需要很少的步数', en: 'The LCM sampler needs only a few steps' },
  lcmScale: {
    cn: 'LCM 采样器适合很低的引导强度',
    en: 'The LCM sampler wants very little guidance',
  },
  highScale: { cn: '引导太强，颜色会过饱和', en: 'Guidance this strong burns the colors' },
  lowScale: { cn: '引导太弱，画面会偏离描述', en: 'Guidance this weak strays from the words' },
  highDenoising: {
    cn: '重绘幅度太大，原图几乎不会留下',
    en: 'This much denoising leaves little of the picture',
  },
  wide: { cn: '宽幅更适合这样的景色', en: 'A wide format suits such a view' },
  tall: { cn: '竖幅更适合人物', en: 'A tall format suits a person' },
} satisfies Record<string, LocalizedText>;

const wideWords =
  /风景|全景|山水|草原|大海|海边|城市天际线|沙漠|landscape|panorama|seascape|skyline|wide shot|horizon|desert/i;
const tallWords =
  /人像|肖像|全身|半身|少女|女孩|男孩|女人|男人|海报|portrait|full[- ]body|half[- ]body|\b(?:girl|boy|woman|man)\b|poster|tower/i;

const isOpen = (value: InputValue | undefined): boolean =>
  value === undefined || value === null || value === '';

const isRange = (property: SchemaProperty): boolean =>
  property.type === 'integer' || property.type === 'number';

function intoRange(value: number, property: SchemaProperty): number {
  const { minimum: min = value, maximum: max = value, multipleOf } = property;
  const whole = property.type === 'integer' ? 1 : undefined;
  const step = multipleOf ?? whole;
  const bounded = Math.min(max, Math.max(min, value));
  if (step === undefined) return bounded;
  // A schema's steps count from 0, a range's from its beginning.
  const from = Math.ceil(min / step) * step;
  return clampToRange(bounded, { min: from, max: Math.floor(max / step) * step, step });
}

/** What a field may hold that comes nearest; undefined where its type is another. */
export function nearest(value: InputValue, property: SchemaProperty): InputValue | undefined {
  if (property.enum) {
    const same = property.enum.find((one) => String(one) === String(value));
    return same ?? property.default;
  }
  if (isRange(property)) {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number)
      ? intoRange(number, property)
      : property.default;
  }
  if (property.type === 'boolean') return typeof value === 'boolean' ? value : property.default;
  if (property.type === 'array') return Array.isArray(value) ? value : property.default;
  if (typeof value !== 'string') return property.default;
  return value.slice(0, property.maxLength ?? value.length);
}

/** Without parts that were said before, whatever separates them. */
function withoutRepeats(prompt: string): string {
  const seen = new Set<string>();
  const kept = prompt
    .split(/(?<=[,，、;；])/u)
    .filter((part) => {
      // Half of a pair of brackets would stay behind.
      if (/[()[\]{}<>]/.test(part)) return true;
      const key = part
        .replaceAll(/[\s,，、;；]+/gu, ' ')
        .trim()
        .toLowerCase();
      if (key === '' || seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .join('');
  return withoutTail(kept);
}

const areaOf = ({ width, height }: { width: number; height: number }): number => width * height;

/** A size of about the same area in another format, of those that the model takes. */
function turned(
  schema: ModelSchema,
  sizes: readonly string[],
  from: { width: number; height: number },
  isWide: boolean,
): { width: number; height: number } | null {
  const fits = (size: { width: number; height: number }) =>
    isWide ? size.width > size.height : size.height > size.width;
  if (sizes.length > 0) {
    const able = sizes.flatMap((text) => parseDimensions(text) ?? []).filter(fits);
    const distance = (size: { width: number; height: number }) =>
      Math.abs(Math.log(areaOf(size) / areaOf(from))) +
      Math.abs(
        Math.log(Math.max(size.width, size.height) / Math.min(size.width, size.height) / 1.5),
      );
    return able.toSorted((left, right) => distance(left) - distance(right))[0] ?? null;
  }
  const { width, height } = schema.properties;
  if (!width || !height) return null;
  const long = Math.sqrt(areaOf(from) * 1.5);
  const size = {
    width: intoRange(isWide ? long : long / 1.5, width),
    height: intoRange(isWide ? long / 1.5 : long, height),
  };
  return fits(size) ? size : null;
}

function createDraft(request: OptimizeRequest) {
  const params = { ...request.params };
  const changes = new Map<string, ParameterChange>();
  return {
    params,
    set(field: string, to: InputValue, reason: LocalizedText): void {
      if (params[field] === to) return;
      const from = changes.get(field)?.from ?? request.params[field] ?? null;
      params[field] = to;
      changes.set(field, { field, from, to, reason: reason[request.language] });
    },
    remove(field: string, reason: LocalizedText): void {
      const from = params[field] ?? null;
      delete params[field];
      changes.set(field, { field, from, to: null, reason: reason[request.language] });
    },
    done: (): Optimized => ({ params, changes: [...changes.values()] }),
  };
}
type Draft = ReturnType<typeof createDraft>;

const isListed = (
  sizes: readonly string[],
  width: InputValue | undefined,
  height: InputValue | undefined,
): boolean => sizes.includes(`${Number(width)}x${Number(height)}`);

/** Nothing that the model does not have, everything within its bounds. */
function fit(draft: Draft, { schema, params, sizes }: OptimizeRequest): void {
  for (const [field, value] of Object.entries(params)) {
    const property = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined;
    if (!property) {
      draft.remove(field, reasons.unknown);
      continue;
    }
    // Addresses of pictures are the person's own, an open field is looked at below.
    if (property.format === 'uri' || isOpen(value)) continue;
    if (property['x-widget'] === 'seed') continue;
    const able = nearest(value, property);
    if (able !== undefined && able !== value) {
      draft.set(field, able, isRange(property) ? reasons.range : reasons.notAllowed);
    }
  }
  for (const [field, property] of Object.entries(schema.properties)) {
    if (!isOpen(draft.params[field]) || isOpen(property.default)) continue;
    if (property['x-hidden'] || property['x-widget'] === 'seed') continue;
    if (property['x-needs'] && isOpen(draft.params[property['x-needs']])) continue;
    // What may be left out is not begun for somebody.
    if (property['x-part']) continue;
    const isChosen = (name: string) => draft.params[name] ?? schema.properties[name]?.default;
    if (!goesWith(property, isChosen)) continue;
    draft.set(field, property.default!, reasons.missing);
  }
  const { width, height } = draft.params;
  if (sizes.length === 0 || isListed(sizes, width, height)) return;
  const [size] = sizes.flatMap((text) => parseDimensions(text) ?? []);
  if (!size || typeof width !== 'number' || typeof height !== 'number') return;
  draft.set('width', size.width, reasons.notAllowed);
  draft.set('height', size.height, reasons.notAllowed);
}

function improveNumbers(draft: Draft, { schema }: OptimizeRequest): void {
  const { params } = draft;
  const set = (field: string, wanted: number, reason: LocalizedText) => {
    const property = schema.properties[field];
    if (property && isRange(property)) draft.set(field, intoRange(wanted, property), reason);
  };
  const { steps, cfg_scale: scale, denoising_strength: denoising } = params;
  const isLcm = params.sampler_name === 'lcm';
  const usual = (field: 'steps' | 'cfg_scale' | 'denoising_strength'): number => {
    const own = schema.properties[field]?.default;
    return typeof own === 'number' ? own : parameterDefaults[field];
  };
  if (typeof steps === 'number') {
    if (isLcm && steps > 10) set('steps', 8, reasons.lcmSteps);
    // A model whose own default is low is made for few steps.
    else if (!isLcm && steps < usual('steps') / 2) set('steps', usual('steps'), reasons.fewSteps);
    else if (steps > stepsRange.max) set('steps', stepsRange.max, reasons.manySteps);
  }
  if (typeof scale === 'number') {
    if (isLcm && scale > 3) set('cfg_scale', 2, reasons.lcmScale);
    else if (!isLcm && scale > 14) set('cfg_scale', usual('cfg_scale'), reasons.highScale);
    else if (!isLcm && scale < usual('cfg_scale') / 2.5) {
      set('cfg_scale', usual('cfg_scale'), reasons.lowScale);
    }
  }
  const hasSource = Object.entries(schema.properties).some(
    ([field, { format }]) => format === 'uri' && !isOpen(params[field]),
  );
  if (hasSource && typeof denoising === 'number' && denoising > 0.9) {
    const wanted = Math.min(usual('denoising_strength'), 0.75);
    set('denoising_strength', wanted, reasons.highDenoising);
  }
}

/** Only a size that nobody seems to have chosen is turned. */
function improveSize(draft: Draft, request: OptimizeRequest, prompt: string): void {
  const { schema, sizes } = request;
  const { width, height } = draft.params;
  if (typeof width !== 'number' || typeof height !== 'number' || width !== height) return;
  const isWide = wideWords.test(prompt) && !tallWords.test(prompt);
  const isTall = tallWords.test(prompt) && !wideWords.test(prompt);
  if (!isWide && !isTall) return;
  const size = turned(schema, sizes, { width, height }, isWide);
  if (!size) return;
  const reason = isWide ? reasons.wide : reasons.tall;
  draft.set('width', size.width, reason);
  draft.set('height', size.height, reason);
}

/** Better parameters by rules, from the model's schema and its defaults; says of each what was changed and why. */
export function optimizeByRules(request: OptimizeRequest): Optimized {
  const { schema, promptField, negativeField, language } = request;
  const draft = createDraft(request);
  fit(draft, request);
  const written = promptField === null ? null : draft.params[promptField];
  const prompt = typeof written === 'string' ? written : '';
  improveNumbers(draft, request);
  improveSize(draft, request, prompt);
  if (negativeField !== null && isOpen(draft.params[negativeField])) {
    draft.set(negativeField, defaultNegativePrompt, reasons.negative);
  }
  if (promptField !== null && prompt.trim() !== '') {
    const once = withoutRepeats(prompt);
    const limit = schema.properties[promptField]?.maxLength ?? Number.POSITIVE_INFINITY;
    const more = expandPrompt(once, language, '');
    if (more !== once && more.length <= limit) draft.set(promptField, more, reasons.prompt);
    else if (once !== prompt.trim()) draft.set(promptField, once, reasons.repeats);
  }
  return draft.done();
}

/** Takes over what a model of language proposes, as far as the schema takes it. */
export function applyProposal(
  request: OptimizeRequest,
  proposal: { params: Record<string, InputValue>; reasons: Record<string, string> },
): Optimized {
  const draft = createDraft(request);
  fit(draft, request);
  const proposed: LocalizedText = { cn: '语言模型的建议', en: 'Proposed by the language model' };
  const { width = draft.params.width, height = draft.params.height } = proposal.params;
  // Of a list of sizes only the pairs are taken.
  const isSizeTaken = request.sizes.length === 0 || isListed(request.sizes, width, height);
  for (const [field, value] of Object.entries(proposal.params)) {
    if (!isSizeTaken && (field === 'width' || field === 'height')) continue;
    const property = Object.hasOwn(request.schema.properties, field)
      ? request.schema.properties[field]
      : undefined;
    const isOurs = property?.format === 'uri' || property?.['x-readOnly'] || property?.['x-hidden'];
    if (!property || isOurs || property['x-widget'] === 'seed' || isOpen(value)) continue;
    const able = nearest(value, property);
    if (able === undefined || able === draft.params[field]) continue;
    const reason = proposal.reasons[field]?.trim().slice(0, 300) || proposed[request.language];
    draft.set(field, able, { cn: reason, en: reason });
  }
  return draft.done();
}
