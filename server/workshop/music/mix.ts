import { sampleRate, type Stereo } from '../sound/encode.ts';
import type { Note } from './notation.ts';
import { instruments } from './voices.ts';

const frequencyOf = (pitch: number): number => 440 * 2 ** ((pitch - 69) / 12);

/** Same instrument, pitch, length and touch sound the same: made once. */
const roundedMs = 10;

interface Tracks extends Stereo {
  /** What goes into the room. */
  room: Float32Array;
}

function layNote(tracks: Tracks, sound: Float32Array, note: Note): void {
  const { gain, pan, room } = instruments[note.instrument]!;
  const from = Math.round(note.start * sampleRate);
  const level = gain * note.velocity;
  // Constant power: what moves aside does not grow quieter.
  const left = level * Math.cos(((pan + 1) * Math.PI) / 4) * Math.SQRT2;
  const right = level * Math.sin(((pan + 1) * Math.PI) / 4) * Math.SQRT2;
  const sent = level * room;
  const count = Math.min(sound.length, tracks.left.length - from);
  for (let at = 0; at < count; at += 1) {
    const value = sound[at]!;
    tracks.left[from + at]! += value * left;
    tracks.right[from + at]! += value * right;
    tracks.room[from + at]! += value * sent;
  }
}

/** Delays of a room that ring on, in samples; the right ear hears others. */
const combs = [1_557, 1_617, 1_491, 1_422, 1_277, 1_356];
const allpasses = [225, 556, 441];
const spread = 23;

/** Schroeder's room with damped echoes, added to both ears. */
function addRoom(tracks: Tracks, feedback: number): void {
  for (const [ear, out] of [tracks.left, tracks.right].entries()) {
    const lines = combs.map((length) => ({
      line: new Float32Array(length + ear * spread),
      place: 0,
      dull: 0,
    }));
    const passes = allpasses.map((length) => ({
      line: new Float32Array(length + ear * spread),
      place: 0,
    }));
    for (let at = 0; at < out.length; at += 1) {
      const into = tracks.room[at]! * 0.16;
      let sum = 0;
      for (const echo of lines) {
        const heard = echo.line[echo.place]!;
        echo.dull += (heard - echo.dull) * 0.72;
        echo.line[echo.place] = into + echo.dull * feedback;
        echo.place = (echo.place + 1) % echo.line.length;
        sum += heard;
      }
      for (const pass of passes) {
        const held = pass.line[pass.place]!;
        pass.line[pass.place] = sum + held * 0.5;
        sum = held - sum;
        pass.place = (pass.place + 1) % pass.line.length;
      }
      out[at]! += sum;
    }
  }
}

/** Loudness that music files have: about −16 dB on average, never above −1 dB. */
const wantedLevel = 0.155;
const ceiling = 0.89;

function master({ left, right }: Stereo, fadeSeconds: number): void {
  let squares = 0;
  for (let at = 0; at < left.length; at += 1) squares += left[at]! ** 2 + right[at]! ** 2;
  const level = Math.sqrt(squares / (2 * left.length));
  const gain = level > 0 ? wantedLevel / level : 1;
  const fade = Math.round(fadeSeconds * sampleRate);
  for (const channel of [left, right]) {
    // Takes away what only moves the membrane.
    let slow = 0;
    for (let at = 0; at < channel.length; at += 1) {
      slow += (channel[at]! - slow) * 0.0035;
      const value = (channel[at]! - slow) * gain;
      const rest = Math.min(1, (channel.length - at) / fade);
      const start = Math.min(1, at / 200);
      channel[at] = ceiling * Math.tanh(value / ceiling) * rest * start;
    }
  }
}

/** Plays notes into a room. @param seconds of the whole, its end fades */
export function mixNotes(
  notes: readonly Note[],
  seconds: number,
  wide: boolean,
  report: (fraction: number) => void,
): Stereo {
  const length = Math.round(seconds * sampleRate);
  const tracks: Tracks = {
    left: new Float32Array(length),
    right: new Float32Array(length),
    room: new Float32Array(length),
  };
  const made = new Map<string, Float32Array>();
  for (const [index, note] of notes.entries()) {
    const instrument = instruments[note.instrument];
    if (!instrument) throw new Error(`There is no instrument ${note.instrument}`);
    const ms = Math.max(roundedMs, Math.round((note.length * 1000) / roundedMs) * roundedMs);
    const touch = Math.round(note.velocity * 8) / 8;
    const name = instrument.tuned
      ? `${note.instrument} ${note.pitch} ${ms} ${touch}`
      : note.instrument;
    let sound = made.get(name);
    if (!sound) {
      sound = instrument.voice(frequencyOf(note.pitch), ms / 1000, touch);
      made.set(name, sound);
    }
    layNote(tracks, sound, note);
    if (index % 16 === 0) report((0.85 * index) / notes.length);
  }
  addRoom(tracks, wide ? 0.88 : 0.8);
  master(tracks, Math.min(1.2, seconds * 0.05));
  report(1);
  return { left: tracks.left, right: tracks.right };
}
