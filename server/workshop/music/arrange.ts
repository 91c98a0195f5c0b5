import type { Random } from '../painter/random.ts';
import { bands, type Band } from './bands.ts';
import { semitones, voiceChord } from './harmony.ts';
import type { Key, Note, Section } from './notation.ts';
import type { MusicWish } from './words.ts';

interface Setting {
  key: Key;
  barSeconds: number;
  sections: readonly Section[];
  wish: MusicWish;
  random: (name: string) => Random;
}

/** Time of a sixteenth of a bar, with swing. */
function moment(
  setting: Setting,
  section: Section,
  bar: number,
  at: number,
  swing: number,
): number {
  const late = at % 4 === 2 ? (swing * setting.barSeconds) / 8 : 0;
  return section.start + (bar + at / 16) * setting.barSeconds + late;
}

/** Turns sections into notes, part by part; every part draws its chance from a stream of its own. */
export function arrange(setting: Setting): Note[] {
  const band = bands[setting.wish.style];
  const notes: Note[] = [];
  playMelody(setting, band, notes);
  playChords(setting, band, notes);
  if (band.bass) playBass(setting, band, band.bass, notes);
  if (band.drums) playDrums(setting, band, band.drums, notes);
  playEnding(setting, band, notes);
  return notes.toSorted((one, other) => one.start - other.start);
}

function playMelody(setting: Setting, band: Band, notes: Note[]): void {
  const random = setting.random('touch');
  const { key, barSeconds } = setting;
  for (const section of setting.sections) {
    // The introduction leaves the tune to come; the end gives a memory of it.
    if (section.name === 'intro') continue;
    for (const { bar, at, length, step, accent } of section.melody) {
      if (section.name === 'outro' && bar >= section.bars - 1) continue;
      const pitch = key.tonic + 12 * band.height + semitones(key.scale, step);
      const velocity = (accent ? 0.85 : 0.7) * (0.75 + 0.25 * section.energy);
      const seconds = (length / 16) * barSeconds;
      const start = moment(setting, section, bar, at, band.swing) + random.range(0, 0.008);
      const full = { start, length: seconds * 0.94, velocity: velocity * random.range(0.92, 1) };
      notes.push({ instrument: band.lead, pitch, ...full });
      if (band.second && section.name === 'chorus') {
        const above = band.second === 'bell' || band.second === 'strings' ? 12 : -12;
        const softly = full.velocity * 0.45;
        notes.push({ instrument: band.second, pitch: pitch + above, ...full, velocity: softly });
      }
    }
  }
}

function playChords(setting: Setting, band: Band, notes: Note[]): void {
  const { key, barSeconds } = setting;
  const random = setting.random('chords');
  let before: number[] = [];
  for (const section of setting.sections) {
    for (let bar = 0; bar < section.bars; bar += 1) {
      const degree = section.loop[bar % 4]!;
      const centre = band.chords === 'square' ? 66 : 58;
      const chord = voiceChord(key, degree, before, { seventh: band.sevenths, centre });
      before = chord;
      const velocity = 0.4 + 0.3 * section.energy;
      const play = (at: number, sixteenths: number, pitch: number, loud = 1): void => {
        const start = moment(setting, section, bar, at, band.swing) + random.range(0, 0.006);
        const length = (sixteenths / 16) * barSeconds;
        notes.push({ instrument: band.chords, start, length, pitch, velocity: velocity * loud });
      };
      const quiet = section.name === 'intro' || section.name === 'outro';
      const comping = quiet && band.comping === 'pulse' ? 'held' : band.comping;
      if (comping === 'held') for (const pitch of chord) play(0, 16, pitch);
      if (comping === 'pulse') {
        for (let at = 0; at < 16; at += section.name === 'chorus' ? 2 : 4) {
          for (const pitch of chord) play(at, 3, pitch, at % 8 === 0 ? 0.7 : 0.5);
        }
      }
      if (comping === 'broken') {
        const root = chord[0]! - 12;
        const order = [
          root,
          chord[1]!,
          chord[2]!,
          chord[1]! + 12,
          chord[2]!,
          chord[1]!,
          chord[2]!,
          chord[1]!,
        ];
        const every = quiet || section.name === 'verse' ? 2 : 2;
        for (let at = 0; at < 16; at += every) {
          play(at, 5, order[(at / every) % order.length]!, at === 0 ? 1 : 0.62);
        }
      }
      if (comping === 'strum') {
        const strokes = quiet ? [0, 8] : [0, 4, 6, 10, 12, 14];
        for (const at of strokes) {
          for (const [string, pitch] of [chord[0]! - 12, ...chord, chord[0]! + 12].entries()) {
            const start = moment(setting, section, bar, at, band.swing) + string * 0.011;
            const length = barSeconds / 4;
            const loud = velocity * (at % 8 === 0 ? 0.85 : 0.55);
            notes.push({ instrument: band.chords, start, length, pitch, velocity: loud });
          }
        }
      }
      if (comping === 'offbeat') {
        const strokes = quiet ? [0] : setting.wish.style === 'lofi' ? [0, 6, 11] : [2, 6, 10, 14];
        for (const at of strokes) {
          for (const pitch of chord) play(at, quiet ? 14 : 3.4, pitch, at === 0 ? 1 : 0.8);
        }
      }
      if (band.pad && (section.name !== 'verse' || section.turn > 0 || band.comping === 'held')) {
        for (const pitch of chord) {
          const start = section.start + bar * barSeconds;
          const loud = 0.3 + 0.25 * section.energy;
          notes.push({ instrument: band.pad, start, length: barSeconds, pitch, velocity: loud });
        }
      }
    }
  }
}

function playBass(setting: Setting, band: Band, instrument: string, notes: Note[]): void {
  const { key, barSeconds } = setting;
  const random = setting.random('bass');
  for (const section of setting.sections) {
    if (section.name === 'intro') continue;
    for (let bar = 0; bar < section.bars; bar += 1) {
      const degree = section.loop[bar % 4]! - 1;
      const next = section.loop[(bar + 1) % 4]! - 1;
      const low = (step: number): number => {
        const pitch = key.tonic + semitones(key.scale, step);
        return pitch - 12 * Math.round((pitch - 38) / 12);
      };
      const root = low(degree);
      const play = (at: number, sixteenths: number, pitch: number, loud = 1): void => {
        const start = moment(setting, section, bar, at, band.swing);
        const velocity = (0.6 + 0.25 * section.energy) * loud;
        notes.push({ instrument, start, length: (sixteenths / 16) * barSeconds, pitch, velocity });
      };
      if (band.bassLine === 'long' || section.name === 'outro') {
        play(0, 15.5, root);
      } else if (band.bassLine === 'octaves') {
        for (let at = 0; at < 16; at += 2) play(at, 1.8, root + (at % 4 === 2 ? 12 : 0), 0.9);
      } else if (band.bassLine === 'walking') {
        play(0, 6, root);
        play(6, 2, low(degree + 4), 0.75);
        play(8, 5, root, 0.85);
        // Leads into the next chord.
        play(14, 2, low(next) + (random.chance(0.5) ? -1 : 2), 0.7);
      } else {
        play(0, 5.5, root);
        play(6, 1.8, root, 0.8);
        play(8, 5.5, root, 0.9);
        play(14, 1.8, low(degree + 4), 0.8);
      }
    }
  }
}

/** Sixteenths on which each drum falls. */
const beats: Readonly<
  Record<NonNullable<Band['drums']>, Readonly<Record<string, readonly number[]>>>
> = {
  pop: { kick: [0, 6, 8], snare: [4, 12], hat: [0, 2, 4, 6, 8, 10, 12, 14] },
  house: { kick: [0, 4, 8, 12], clap: [4, 12], openhat: [2, 6, 10, 14], hat: [0, 4, 8, 12] },
  lofi: { kick: [0, 7, 10], snare: [4, 12], hat: [0, 2, 4, 6, 8, 10, 12, 14] },
  taiko: { taiko: [0, 6, 8, 14] },
  soft: { shaker: [0, 2, 4, 6, 8, 10, 12, 14], wood: [4, 12], softkick: [0, 8] },
  chip: { kick: [0, 8, 10], chipnoise: [4, 12], hat: [0, 2, 4, 6, 8, 10, 12, 14] },
};

function playDrums(
  setting: Setting,
  band: Band,
  kit: NonNullable<Band['drums']>,
  notes: Note[],
): void {
  const random = setting.random('drums');
  const { barSeconds } = setting;
  for (const [index, section] of setting.sections.entries()) {
    const name = section.name;
    if (name === 'intro' || name === 'outro') continue;
    for (let bar = 0; bar < section.bars; bar += 1) {
      for (const [instrument, places] of Object.entries(beats[kit])) {
        // A verse holds back what a chorus brings in.
        const held = name !== 'chorus' && (instrument === 'openhat' || instrument === 'clap');
        const softly = kit === 'taiko' && name !== 'chorus';
        if (held || (name === 'bridge' && instrument !== 'hat' && instrument !== 'shaker'))
          continue;
        for (const at of places) {
          if (softly && at !== 0) continue;
          const start = moment(setting, section, bar, at, band.swing);
          const accent = at % 4 === 0 ? 1 : 0.72;
          const velocity = (0.55 + 0.35 * section.energy) * accent * random.range(0.88, 1);
          notes.push({ instrument, start, length: 0.3, pitch: 60, velocity });
        }
      }
      const leads = bar === section.bars - 1 && setting.sections[index + 1]?.name === 'chorus';
      const roll =
        kit === 'taiko'
          ? 'taiko'
          : kit === 'soft'
            ? 'wood'
            : kit === 'chip'
              ? 'chipnoise'
              : 'snare';
      if (leads) {
        for (let at = 12; at < 16; at += 1) {
          const start = moment(setting, section, bar, at, 0);
          notes.push({
            instrument: roll,
            start,
            length: 0.2,
            pitch: 60,
            velocity: 0.4 + (at - 12) * 0.13,
          });
        }
      }
    }
    const crashes = name === 'chorus' && kit !== 'soft' && kit !== 'lofi';
    if (crashes) {
      notes.push({
        instrument: 'crash',
        start: section.start,
        length: barSeconds,
        pitch: 60,
        velocity: 0.5,
      });
    }
  }
}

/** The last chord, held until it has died away. */
function playEnding(setting: Setting, band: Band, notes: Note[]): void {
  const { key, barSeconds, sections } = setting;
  const last = sections.at(-1)!;
  const start = last.start + last.bars * barSeconds;
  const chord = voiceChord(key, 1, [], { seventh: band.sevenths, centre: 58 });
  const length = Math.min(2.4, barSeconds);
  for (const pitch of chord) {
    notes.push({ instrument: band.chords, start, length, pitch, velocity: 0.55 });
  }
  notes.push({
    instrument: band.lead,
    start,
    length,
    pitch: key.tonic + 12 * band.height,
    velocity: 0.5,
  });
  if (band.bass) {
    const pitch = key.tonic - 12 * Math.round((key.tonic - 38) / 12);
    notes.push({ instrument: band.bass, start, length, pitch, velocity: 0.6 });
  }
}
