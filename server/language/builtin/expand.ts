import { createHash } from 'node:crypto';

import { promptMaxCharacters } from '../../../src/domain/limits.ts';
import type { LocalizedText, PromptLanguage } from '../../../src/domain/languages.ts';
import { languageOf } from '../../../src/domain/languages.ts';
import { anySubject, lights, mediaOf, said, slots, subjects, times } from './phrases.ts';
import type { Medium, Slot, Subject } from './phrases.ts';

/** Below this many things said, a prompt gets a second detail. */
const shortPrompt = 3;

/** A number 0…1 of its own for each question; the same seed answers the same. */
function chanceOf(seed: string): (question: string) => number {
  return (question) =>
    createHash('sha256').update(`${seed}\n${question}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** What two texts are compared by, to say nothing twice. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim();

const partsOf = (prompt: string): string[] =>
  prompt
    .split(/[,，、;；。.\n]+/)
    .map(bare)
    .filter(Boolean);

/** Without spaces and marks at its end, in one pass however many there are. */
export function withoutTail(text: string): string {
  const start = text.trimStart();
  let end = start.length;
  while (end > 0 && /[\s,，、.。;；]/u.test(start[end - 1]!)) end -= 1;
  return start.slice(0, end);
}

const mediumIn = (prompt: string): Medium | null => {
  const kinds: [Medium, RegExp][] = [
    ['ink', /水墨|国画|工笔|\bink\b/i],
    ['photo', /照片|摄影|胶片|镜头|\bphoto|\bfilm\b|\d+ ?mm\b/i],
    ['painting', /油画|水彩|水粉|丙烯|painting|watercolou?r|gouache|acrylic/i],
    ['render', /渲染|概念艺术|\brender|concept art|\b3d\b/i],
    ['vector', /矢量|扁平|\bvector|\bflat (?:art|design|illustration)/i],
    ['illustration', /插画|插图|漫画|动漫|卡通|绘本|illustration|cartoon|anime|comic/i],
  ];
  return kinds.find(([, words]) => words.test(prompt))?.[0] ?? null;
};

/** What only a camera does, which a painting should not be asked for. */
const isOfCamera = ({ en }: LocalizedText): boolean =>
  /depth of field|macro|wide angle|camera|lens|shot from|off camera/.test(en);

/**
 * Completes a prompt from a grammar of phrases: a subject-fitting detail, light, medium, composition and mood,
 * each only where the prompt says nothing of it. Same prompt and seed, same answer.
 * @param language where the words themselves don't tell
 */
export function expandPrompt(prompt: string, language: PromptLanguage, seed: string): string {
  const own = languageOf(prompt, language);
  const chance = chanceOf(`${seed}\n${prompt}`);
  const pick = (question: string, from: readonly LocalizedText[]): LocalizedText | null => {
    const fresh = from.filter((phrase) => !bare(prompt).includes(bare(phrase[own])));
    return fresh[Math.floor(chance(question) * fresh.length)] ?? null;
  };
  const subject: Omit<Subject, 'words'> =
    subjects.find(({ words }) => words.test(prompt)) ?? anySubject;
  const time = times.find(([, words]) => words.test(prompt))?.[0] ?? 'any';
  const medium =
    mediumIn(prompt) ??
    subject.media[Math.floor(chance('which medium') ** 1.6 * subject.media.length)] ??
    'photo';
  const fits = (phrase: LocalizedText) => medium === 'photo' || !isOfCamera(phrase);

  const choices: Record<Slot, readonly LocalizedText[]> = {
    detail: subject.detail,
    // A light of its own belongs to a subject by day; night and dusk bring theirs.
    light: time === 'any' || time === 'day' ? (subject.light ?? lights[time]) : lights[time],
    medium: mediaOf[medium],
    composition: subject.composition.some(fits)
      ? subject.composition.filter(fits)
      : anySubject.composition,
    mood: subject.mood,
  };
  const added: string[] = [];
  for (const slot of slots) {
    if (said[slot].test(prompt)) continue;
    const phrase = pick(slot, choices[slot]);
    if (phrase) added.push(phrase[own]);
    if (slot === 'detail' && phrase && partsOf(prompt).length < shortPrompt) {
      const second = pick(
        'second detail',
        choices.detail.filter((one) => one !== phrase),
      );
      if (second) added.push(second[own]);
    }
  }
  const comma = own === 'cn' ? '，' : ', ';
  const start = withoutTail(prompt);
  const there = new Set(partsOf(start));
  const fresh = added.filter((phrase) => !there.has(bare(phrase)));
  let result = start;
  for (const phrase of fresh) {
    const next = result + comma + phrase;
    if (next.length <= promptMaxCharacters) result = next;
  }
  return result;
}
