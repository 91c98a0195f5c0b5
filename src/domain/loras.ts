/** What a LoRA is on the wire, by which words it is found, and what it adds to a prompt. */

/**
 * A LoRA that the platform lists (spec 1, section 3: "Preset LoRA" and "LoRA list entry" in one); the spelling of
 * the strengths is the specification's.
 */
export interface LoraItem {
  /** Index. */
  value: number;
  id: string;
  /** What a request names it by. */
  name: string;
  original_name: string;
  /** Its name in the language that was asked for. */
  label: string;
  name_cn: string;
  name_en: string;
  file: string;
  /** Path of a picture that shows what it does, on the platform's origin; null where there is none. */
  image: string | null;
  /** Words that it answers to, with commas between. */
  trigger: string;
  tags: string[];
  /** Not to be offered. */
  disabled: boolean;
  /** What it is chosen with here: one number, for the picture as for the words. */
  strenth: number;
  /** The two that list entries have for words and picture apart, for other clients; no engine takes them from here. */
  clipStrenth: number;
  modelStrenth: number;
}

/** How strong a list's entries may be, in the words of a schema. */
export interface StrengthRange {
  minimum: number;
  maximum: number;
  multipleOf: number;
}

/** A LoRA as a request names it: `riso`, `riso:0.6`, or with a strength for the text of its own, `12345:0.8:0.6`. */
export interface NamedLora {
  name: string;
  /** Null where none was given. */
  strength: number | null;
  textStrength: number | null;
}

const strengthPattern = /^-?\d+(\.\d+)?$/;

/** Reads an entry of a request's `loras`; a name may have colons of its own. */
export function readLora(entry: string): NamedLora {
  const parts = entry.split(':');
  const strengths: number[] = [];
  while (parts.length > 1 && strengths.length < 2 && strengthPattern.test(parts.at(-1)!.trim())) {
    strengths.unshift(Number(parts.pop()));
  }
  const [strength = null, textStrength = null] = strengths;
  return { name: parts.join(':').trim(), strength, textStrength };
}

/** The same the other way round. */
export function writeLora({ name, strength, textStrength }: NamedLora): string {
  return [name, ...[strength, textStrength].filter((given) => given !== null)].join(':');
}

/** What a name is compared by. */
export function loraKey(entry: string): string {
  return readLora(entry).name.toLowerCase();
}

/**
 * Parts a list of LoRAs by what its field takes (spec 1, section 5: what is in no list is cleared).
 * @param names what the field takes; undefined: any name
 */
export function partLoras(
  names: readonly string[] | undefined,
  entries: readonly string[],
): { taken: string[]; strange: string[] } {
  const known = names && new Set(names.map((name) => name.toLowerCase()));
  const isTaken = (entry: string) => !known || known.has(loraKey(entry));
  return {
    taken: entries.filter((entry) => isTaken(entry)),
    strange: entries.filter((entry) => !isTaken(entry)),
  };
}

/**
 * What a field's picker shows: the names that it takes, with what the public list knows of them, without those
 * that are disabled. A field for any name has no list.
 */
export function offeredLoras(
  names: readonly string[] | undefined,
  list: readonly LoraItem[],
): LoraItem[] {
  const known = new Map(list.map((item) => [item.name.toLowerCase(), item]));
  return (names ?? [])
    .map((name, index) => known.get(name.toLowerCase()) ?? unlistedLora(name, index))
    .filter(({ disabled }) => !disabled);
}

/** A LoRA of which only the name is known. */
export function unlistedLora(name: string, value = 0): LoraItem {
  return {
    value,
    id: name,
    name,
    original_name: name,
    label: name,
    name_cn: name,
    name_en: name,
    file: name,
    image: null,
    trigger: '',
    tags: [],
    disabled: false,
    ...loraStrengths,
  };
}

/** Spec 1, section 3: what a LoRA is chosen with; the other two are those of list entries. */
export const loraStrengths = { strenth: 0.6, clipStrenth: 1, modelStrenth: 0.65 } as const;

/** Strengths of a list whose schema names no others. */
export const usualStrengths: StrengthRange = { minimum: 0, maximum: 1, multipleOf: 0.05 };

/** Whether all words of a search are found in its names, tags or triggers. */
export function matchesLora(
  item: Pick<LoraItem, 'label' | 'name' | 'name_cn' | 'name_en' | 'tags' | 'trigger'>,
  search: string,
): boolean {
  const { label, name, name_cn, name_en, tags, trigger } = item;
  const text = [label, name, name_cn, name_en, trigger, ...tags].join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const separators = /[,\uFF0C、;\uFF1B\n]/;

/** The words of a `trigger`, each once. */
export function triggerWords(trigger: string): string[] {
  const words = trigger.split(separators).map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}

/** A part of a prompt without the brackets and the number that give it weight. */
function plainPart(part: string): string {
  return part
    .trim()
    .replace(/^[([]+(.*?)(?::\d*\.?\d+)?[)\]]+$/s, '$1')
    .trim()
    .toLowerCase();
}

/** Whether a word stands in a prompt as a part of its own. */
export function hasTrigger(prompt: string, word: string): boolean {
  const wanted = word.toLowerCase();
  return prompt.split(separators).some((part) => plainPart(part) === wanted);
}

/** The prompt with a word behind it, unless it is there already. */
export function withTrigger(prompt: string, word: string): string {
  if (hasTrigger(prompt, word)) return prompt;
  const before = prompt.trimEnd();
  if (before === '') return word;
  const isChinese = /\p{Script=Han}/u.test(word);
  const isOpen = separators.test(before.at(-1)!);
  return `${before}${isOpen ? '' : isChinese ? '，' : ','}${isChinese ? '' : ' '}${word}`;
}

/** The prompt without a part that is this word, nor the sign that parted it. */
export function withoutTrigger(prompt: string, word: string): string {
  const wanted = word.toLowerCase();
  const pieces = prompt.split(new RegExp(`(${separators.source})`));
  const kept: string[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    if (plainPart(pieces[at]!) === wanted) continue;
    if (kept.length > 0) kept.push(pieces[at - 1]!);
    kept.push(kept.length === 0 ? pieces[at]!.trimStart() : pieces[at]!);
  }
  return kept.join('');
}
