import { createRandom, type Random } from '../painter/random.ts';
import { arrange } from './arrange.ts';
import { loopsFor, moodScale, type Loop } from './harmony.ts';
import { composeMelody } from './melody.ts';
import type { Key, Note, Section, SectionName } from './notation.ts';
import type { MusicWish } from './words.ts';

export interface Score {
  key: Key;
  beatsPerMinute: number;
  /** Of one bar of four beats. */
  barSeconds: number;
  sections: readonly Section[];
  notes: readonly Note[];
}

const energies: Readonly<Record<SectionName, number>> = {
  intro: 0.35,
  verse: 0.6,
  chorus: 1,
  bridge: 0.5,
  outro: 0.3,
};

/** The order of sections for a number of phrases of the same length. */
export function planSections(phrases: number): SectionName[] {
  const short: Readonly<Record<number, SectionName[]>> = {
    1: ['chorus'],
    2: ['verse', 'chorus'],
    3: ['intro', 'verse', 'chorus'],
    4: ['intro', 'verse', 'chorus', 'outro'],
    5: ['intro', 'verse', 'verse', 'chorus', 'outro'],
    6: ['intro', 'verse', 'chorus', 'verse', 'chorus', 'outro'],
  };
  const known = short[phrases];
  if (known) return known;
  // Between intro and outro: verses and choruses in turn, a bridge before the last chorus of a long piece.
  const middle: SectionName[] = [];
  const room = phrases - 2;
  const bridge = room >= 7;
  const turns: SectionName[] = ['verse', 'verse', 'chorus', 'chorus'];
  while (middle.length < room - (bridge ? 2 : 0)) middle.push(turns[middle.length % 4]!);
  if (bridge) middle.push('bridge', 'chorus');
  else middle[middle.length - 1] = 'chorus';
  return ['intro', ...middle, 'outro'];
}

/** The last sound rings out for so long. */
export const tailSeconds = (seconds: number): number => Math.min(3, seconds * 0.12);

/** Writes a piece of an exact length: the tempo gives way a little, so that the bars fill it. */
export function composeScore(wish: MusicWish, seconds: number, seed: number): Score {
  const random = (name: string): Random => createRandom(seed, `music-${name}`);
  const choice = random('choice');
  const key: Key = { tonic: choice.int(48, 58), scale: choice.pick(moodScale[wish.mood]) };
  const sounding = seconds - tailSeconds(seconds);
  const wantedBars = (sounding * wish.pace) / 240;
  const phraseBars = wantedBars >= 14 ? 4 : 2;
  const phrases = Math.max(1, Math.round(wantedBars / phraseBars));
  const barSeconds = sounding / (phrases * phraseBars);
  const loops = loopsFor(key.scale, wish.style);
  const first = choice.int(0, loops.length - 1);
  const loopOf: Readonly<Record<SectionName, Loop>> = {
    intro: loops[first]!,
    verse: loops[first]!,
    chorus: loops[(first + 1) % loops.length]!,
    bridge: loops[(first + 2) % loops.length]!,
    outro: loops[first]!,
  };
  const turns = new Map<SectionName, number>();
  const sections = planSections(phrases).map((name, index): Section => {
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    const themed = name === 'intro' || name === 'outro' ? 'verse' : name;
    const melody = composeMelody(
      key,
      loopOf[name],
      { bars: phraseBars, style: wish.style, section: name },
      // Sections of one name share their tune.
      random(`melody-${themed}`),
    );
    const energy = Math.min(1, energies[name] + 0.1 * Math.min(2, turn));
    const start = index * phraseBars * barSeconds;
    return { name, turn, bars: phraseBars, start, loop: loopOf[name], melody, energy };
  });
  const notes = arrange({ key, barSeconds, sections, wish, random });
  return { key, beatsPerMinute: 240 / barSeconds, barSeconds, sections, notes };
}
