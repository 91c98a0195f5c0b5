import { emptyRecipe, withoutLoraMarks, type Recipe } from '../../domain/recipes/recipe.ts';
import { recipeLorasMax } from '../../domain/limits.ts';
import type { NamedLora } from '../../domain/loras.ts';
import { parseDimensions } from '../../domain/model.ts';
import { readNumber, readSeed, readText } from './read-values.ts';

/*
 * The text that A1111 writes beneath a picture, and with it Forge, SD.Next, Civitai and Kiln:
 *
 *   a red fox, <lora:ink:0.8>
 *   Negative prompt: blur
 *   Steps: 20, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 7, Seed: 1, Size: 512x768, Model: dreamshaper_8
 *
 * The last line names at least three settings; a value with a comma stands in quotes, Civitai's are JSON.
 */

/** A last line with fewer settings is a line of the prompt. */
const leastSettings = 3;

/** Prompts are a few thousand characters, settings some dozens; what claims more is not looked at. */
const mostCharacters = 200_000;
const mostSettings = 200;
const mostNested = 20_000;
/** Behind the settings some programs write remarks. */
const linesLookedAt = 20;

const settingName = /\s*([\p{L}\p{N}_][\p{L}\p{N}_ \-/]{0,80}):\s*/uy;

/** Where a value in quotes or brackets ends; -1 where it never does. */
function endOfNested(line: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < Math.min(line.length, from + mostNested); at += 1) {
    const letter = line[at];
    if (letter === '\\' && quoted) at += 1;
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && (letter === '{' || letter === '[')) depth += 1;
    else if (!quoted && (letter === '}' || letter === ']')) depth -= 1;
    if (depth <= 0 && !quoted) return at + 1;
  }
  return -1;
}

/** The settings of a line, by their names; the first of a name counts. */
export function settingsOfLine(line: string): Map<string, string> {
  const settings = new Map<string, string>();
  let at = 0;
  for (let looks = 0; at < line.length && looks < mostSettings; looks += 1) {
    settingName.lastIndex = at;
    const named = settingName.exec(line);
    if (!named?.[1]) {
      const comma = line.indexOf(',', at);
      if (comma < 0) break;
      at = comma + 1;
      continue;
    }
    at = settingName.lastIndex;
    const nested = /["{[]/.test(line[at] ?? '') ? endOfNested(line, at) : -1;
    const comma = line.indexOf(',', nested < 0 ? at : nested);
    const end = comma < 0 ? line.length : comma;
    const name = named[1].trim();
    if (!settings.has(name)) settings.set(name, line.slice(at, end).trim());
    at = end + 1;
  }
  return settings;
}

function unquoted(value: string | undefined): string | null {
  if (!value) return null;
  if (!value.startsWith('"')) return value;
  try {
    const read: unknown = JSON.parse(value);
    return typeof read === 'string' ? read : value;
  } catch {
    return value;
  }
}

/** What Civitai says it used: `[{"type":"lora","weight":0.8,"modelName":"…","modelVersionName":"…"}]`. */
function civitaiResources(json: string | undefined): { model: string | null; loras: NamedLora[] } {
  const found: { model: string | null; loras: NamedLora[] } = { model: null, loras: [] };
  if (!json) return found;
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch {
    return found;
  }
  if (!Array.isArray(list)) return found;
  for (const entry of list.slice(0, 2 * recipeLorasMax) as unknown[]) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { type, weight, modelName } = entry as Record<string, unknown>;
    const name = readText(modelName, 200);
    if (name === null) continue;
    if (type === 'checkpoint') found.model ??= name;
    else if (type === 'lora' || type === 'lycoris' || type === 'locon') {
      found.loras.push({ name, strength: readNumber(weight), textStrength: null });
    }
  }
  return found;
}

function programOf(settings: ReadonlyMap<string, string>): Recipe['program'] {
  if (settings.get('Version')?.startsWith('Kiln')) return 'kiln';
  const isCivitai = settings.has('Civitai resources') || settings.has('Civitai metadata');
  return isCivitai ? 'civitai' : 'a1111';
}

/** Reads such a text; null for one that is none. */
export function readInfotext(text: string): Recipe | null {
  if (text.length > mostCharacters) return null;
  const lines = text.trim().split(/\r?\n/);
  const at = lines.findLastIndex(
    (line, index) =>
      index >= lines.length - linesLookedAt && settingsOfLine(line).size >= leastSettings,
  );
  const settings = settingsOfLine(lines[at] ?? '');
  const isSettings = settings.has('Steps') || settings.has('Seed') || settings.has('Sampler');
  if (at < 0 || !isSettings) return null;

  const words = { prompt: [] as string[], negative: [] as string[] };
  let into = words.prompt;
  for (const line of lines.slice(0, at)) {
    const trimmed = line.trim();
    if (trimmed.startsWith('Negative prompt:')) {
      into = words.negative;
      into.push(trimmed.slice('Negative prompt:'.length).trim());
    } else {
      into.push(trimmed);
    }
  }

  const { prompt, loras } = withoutLoraMarks(words.prompt.join('\n').trim());
  const used = civitaiResources(settings.get('Civitai resources'));
  const size = parseDimensions(settings.get('Size') ?? '');
  return {
    ...emptyRecipe(programOf(settings)),
    prompt,
    negativePrompt: words.negative.join('\n').trim(),
    seed: readSeed(settings.get('Seed')),
    width: size?.width ?? null,
    height: size?.height ?? null,
    steps: readNumber(settings.get('Steps')),
    guidance: readNumber(settings.get('CFG scale')),
    sampler: readText(unquoted(settings.get('Sampler')), 80),
    schedule: readText(unquoted(settings.get('Schedule type')), 80),
    denoisingStrength: readNumber(settings.get('Denoising strength')),
    clipSkip: readNumber(settings.get('Clip skip')),
    model: readText(unquoted(settings.get('Model')), 200) ?? used.model,
    loras: (loras.length > 0 ? loras : used.loras).slice(0, recipeLorasMax),
  };
}
