import { createRandom } from '../painter/random.ts';
import { sampleRate } from '../sound/encode.ts';

/** A sound of an instrument, one channel. */
export type Voice = (frequency: number, seconds: number, velocity: number) => Float32Array;

const samples = (seconds: number): number => Math.max(1, Math.round(seconds * sampleRate));
const tau = 2 * Math.PI;

/** White noise, −1…1, the same every time. */
const noise = (() => {
  const random = createRandom(7, 'noise');
  return Float32Array.from({ length: 2 * sampleRate }, () => random.range(-1, 1));
})();
const noiseAt = (at: number): number => noise[at % noise.length]!;

/** Rises, stays and dies away; `length` is when the key is let go. */
function envelope(at: number, length: number, attack: number, release: number): number {
  const time = at / sampleRate;
  const rise = attack <= 0 ? 1 : Math.min(1, time / attack);
  return time <= length ? rise : rise * Math.max(0, 1 - (time - length) / release) ** 2;
}

/** Takes the corner off a jump, so that it makes no tones that fold back (polyBLEP). */
function corner(phase: number, step: number): number {
  if (phase < step) return 2 * (phase / step) - (phase / step) ** 2 - 1;
  if (phase > 1 - step) return ((phase - 1) / step) ** 2 + 2 * ((phase - 1) / step) + 1;
  return 0;
}

const saw = (phase: number, step: number): number => 2 * phase - 1 - corner(phase, step);
const square = (phase: number, step: number, width: number): number =>
  (phase < width ? 1 : -1) + corner(phase, step) - corner((phase + 1 - width) % 1, step);

/** Saws beside each other through a low-pass that opens and closes. */
function saws(options: {
  detune: readonly number[];
  attack: number;
  release: number;
  /** Hertz, at the beginning and later. */
  cut: readonly [number, number];
  cutSeconds: number;
  vibrato?: number;
}): Voice {
  const { detune, attack, release, cut, cutSeconds, vibrato = 0 } = options;
  return (frequency, seconds, velocity) => {
    const out = new Float32Array(samples(seconds + release));
    const phases = detune.map((_, index) => (index * 0.37) % 1);
    const ratios = detune.map((cents) => 2 ** (cents / 1200));
    let one = 0;
    let two = 0;
    for (let at = 0; at < out.length; at += 1) {
      const time = at / sampleRate;
      const shake = vibrato * Math.min(1, time / 0.5) * Math.sin(tau * 5.2 * time);
      let sum = 0;
      for (let index = 0; index < phases.length; index += 1) {
        const step = (frequency * ratios[index]! * (1 + shake)) / sampleRate;
        const phase = (phases[index]! + step) % 1;
        phases[index] = phase;
        sum += saw(phase, step);
      }
      const hertz = cut[1] + (cut[0] - cut[1]) * Math.exp(-time / cutSeconds);
      const follow =
        1 - Math.exp((-tau * Math.min(hertz * (0.6 + 0.6 * velocity), 16_000)) / sampleRate);
      one += (sum / phases.length - one) * follow;
      two += (one - two) * follow;
      out[at] = two * envelope(at, seconds, attack, release);
    }
    return out;
  };
}

/** Frequency modulation: one sine bends another; the bend dies away faster than the tone. */
function bent(options: {
  ratio: number;
  index: number;
  fade: number;
  decay: number;
  release: number;
}): Voice {
  const { ratio, index, fade, decay, release } = options;
  return (frequency, seconds, velocity) => {
    const out = new Float32Array(samples(seconds + release));
    for (let at = 0; at < out.length; at += 1) {
      const time = at / sampleRate;
      const bend =
        index *
        (0.4 + 0.9 * velocity) *
        Math.exp(-time / fade) *
        Math.sin(tau * frequency * ratio * time);
      out[at] =
        Math.sin(tau * frequency * time + bend) *
        Math.exp(-time / decay) *
        envelope(at, seconds, 0.002, release);
    }
    return out;
  };
}

/** A string that was plucked (Karplus and Strong 1983), tuned between samples. */
function plucked(options: { brightness: number; sustain: number; release: number }): Voice {
  const { brightness, sustain, release } = options;
  return (frequency, seconds, velocity) => {
    const out = new Float32Array(samples(Math.max(seconds, 0.25) + release));
    const exact = sampleRate / frequency - 0.5;
    const whole = Math.floor(exact);
    const part = exact - whole;
    const line = new Float32Array(whole + 2);
    let soft = 0;
    for (let at = 0; at < line.length; at += 1) {
      soft +=
        (noiseAt(at * 3 + Math.round(frequency)) - soft) * (brightness * (0.5 + 0.5 * velocity));
      line[at] = soft;
    }
    // As long as a low string rings, a high one is gone: loss is per turn.
    const loss = 0.001 ** (1 / (frequency * sustain));
    let place = 0;
    for (let at = 0; at < out.length; at += 1) {
      const now = line[place]!;
      const next = line[(place + 1) % line.length]!;
      const after = line[(place + 2) % line.length]!;
      out[at] = now * envelope(at, Math.max(seconds, 0.25), 0.001, release) * 1.6;
      line[place] = loss * 0.5 * (now * (1 - part) + next + after * part);
      place = (place + 1) % line.length;
    }
    return out;
  };
}

/** Two strings of a piano: partials a little too high, the higher the sooner gone. */
const piano: Voice = (frequency, seconds, velocity) => {
  const release = 0.35;
  const out = new Float32Array(samples(seconds + release));
  const partials = Math.max(3, Math.min(11, Math.floor(9_000 / frequency)));
  const decay = 3.2 * (220 / frequency) ** 0.55;
  for (let partial = 1; partial <= partials; partial += 1) {
    const hertz = frequency * partial * Math.sqrt(1 + 0.00035 * partial * partial);
    const level = (0.55 + 0.45 * velocity) ** (partial - 1) / partial ** 1.15;
    const gone = decay / (1 + 0.35 * (partial - 1));
    // A sine by rotation: two multiplications a sample instead of a call.
    for (const detune of [0.9997, 1.0004]) {
      const angle = (tau * hertz * detune) / sampleRate;
      const turnReal = Math.cos(angle);
      const turnImaginary = Math.sin(angle);
      const shrink = Math.exp(-1 / (gone * sampleRate));
      let real = 0.5 * level;
      let imaginary = 0;
      for (let at = 0; at < out.length; at += 1) {
        out[at]! += imaginary;
        const turned = (real * turnReal - imaginary * turnImaginary) * shrink;
        imaginary = (real * turnImaginary + imaginary * turnReal) * shrink;
        real = turned;
      }
    }
  }
  for (let at = 0; at < out.length; at += 1) {
    const hammer = at < 900 ? noiseAt(at) * 0.05 * (1 - at / 900) * velocity : 0;
    out[at] = (out[at]! + hammer) * envelope(at, seconds, 0.002, release);
  }
  return out;
};

/** A bamboo flute: few partials, breath, a tremble that comes late. */
const flute: Voice = (frequency, seconds, velocity) => {
  const out = new Float32Array(samples(seconds + 0.16));
  let phase = 0;
  let breath = 0;
  for (let at = 0; at < out.length; at += 1) {
    const time = at / sampleRate;
    const late = Math.min(1, Math.max(0, (time - 0.22) / 0.4));
    const slide = -0.025 * Math.exp(-time / 0.035);
    phase += (frequency * (1 + slide + 0.007 * late * Math.sin(tau * 5.4 * time))) / sampleRate;
    breath += (noiseAt(at) - breath) * 0.22;
    const angle = tau * phase;
    const tone =
      Math.sin(angle) +
      0.32 * Math.sin(2 * angle) +
      0.14 * Math.sin(3 * angle) +
      0.05 * Math.sin(4 * angle);
    const puff = 0.05 + 0.16 * Math.exp(-time / 0.05);
    const swell = 0.82 + 0.18 * late * Math.sin(tau * 5.4 * time + 0.6);
    out[at] =
      (0.7 * tone * swell + breath * puff) *
      envelope(at, seconds, 0.045, 0.14) *
      (0.7 + 0.3 * velocity);
  }
  return out;
};

const pulse =
  (width: number): Voice =>
  (frequency, seconds) => {
    const out = new Float32Array(samples(seconds + 0.03));
    const step = frequency / sampleRate;
    for (let at = 0; at < out.length; at += 1) {
      const level = 0.55 + 0.45 * Math.exp(-at / sampleRate / 0.18);
      out[at] =
        0.5 * square((at * step) % 1, step, width) * level * envelope(at, seconds, 0.002, 0.03);
    }
    return out;
  };

const triangle: Voice = (frequency, seconds) => {
  const out = new Float32Array(samples(seconds + 0.04));
  for (let at = 0; at < out.length; at += 1) {
    const phase = ((at * frequency) / sampleRate) % 1;
    out[at] = (4 * Math.abs(phase - 0.5) - 1) * envelope(at, seconds, 0.003, 0.04);
  }
  return out;
};

const sub: Voice = (frequency, seconds) => {
  const out = new Float32Array(samples(seconds + 0.12));
  for (let at = 0; at < out.length; at += 1) {
    const angle = (tau * frequency * at) / sampleRate;
    const tone = Math.sin(angle) + 0.22 * Math.sin(2 * angle) + 0.08 * Math.sin(3 * angle);
    out[at] = Math.tanh(1.2 * tone) * envelope(at, seconds, 0.012, 0.12);
  }
  return out;
};

/** A skin: a tone that falls, and the stroke's noise. */
const skin =
  (from: number, to: number, fall: number, decay: number, stroke: number): Voice =>
  () => {
    const out = new Float32Array(samples(decay * 4));
    let phase = 0;
    let dull = 0;
    for (let at = 0; at < out.length; at += 1) {
      const time = at / sampleRate;
      phase += (to + (from - to) * Math.exp(-time / fall)) / sampleRate;
      dull += (noiseAt(at) - dull) * 0.35;
      const tone = Math.sin(tau * phase) * Math.exp(-time / decay);
      out[at] = tone + dull * stroke * Math.exp(-time / 0.03);
    }
    return out;
  };

/** Noise through a high-pass, with a body below where there is one. */
const rattle =
  (decay: number, high: number, body: number, attack = 0.001): Voice =>
  () => {
    const out = new Float32Array(samples(decay * 5));
    let low = 0;
    for (let at = 0; at < out.length; at += 1) {
      const time = at / sampleRate;
      const grain = noiseAt(at + 4_000);
      low += (grain - low) * high;
      const tone = body > 0 ? body * Math.sin(tau * 188 * time) * Math.exp(-time / 0.06) : 0;
      out[at] = ((grain - low) * Math.exp(-time / decay) + tone) * Math.min(1, time / attack);
    }
    return out;
  };

const wood: Voice = () => {
  const out = new Float32Array(samples(0.16));
  for (let at = 0; at < out.length; at += 1) {
    const time = at / sampleRate;
    out[at] =
      (Math.sin(tau * 880 * time) + 0.5 * Math.sin(tau * 1_312 * time)) * Math.exp(-time / 0.022);
  }
  return out;
};

export interface Instrument {
  voice: Voice;
  /** Loudness beside the others. */
  gain: number;
  /** −1 left … 1 right. */
  pan: number;
  /** 0…1, how much of it the room gives back. */
  room: number;
  /** Whether its pitch matters; drums are made once. */
  tuned: boolean;
}

const tuned = (voice: Voice, gain: number, pan: number, room: number): Instrument => ({
  voice,
  gain,
  pan,
  room,
  tuned: true,
});
const drum = (voice: Voice, gain: number, pan: number, room: number): Instrument => ({
  ...tuned(voice, gain, pan, room),
  tuned: false,
});

export const instruments: Readonly<Record<string, Instrument>> = {
  piano: tuned(piano, 0.3, -0.12, 0.22),
  epiano: tuned(
    bent({ ratio: 1, index: 1.1, fade: 0.5, decay: 1.6, release: 0.3 }),
    0.2,
    -0.15,
    0.25,
  ),
  bell: tuned(
    bent({ ratio: 3.51, index: 1.7, fade: 0.5, decay: 1.5, release: 1.2 }),
    0.26,
    0.25,
    0.55,
  ),
  pluck: tuned(plucked({ brightness: 0.55, sustain: 2.6, release: 0.5 }), 0.95, 0.16, 0.35),
  guitar: tuned(plucked({ brightness: 0.34, sustain: 1.7, release: 0.25 }), 0.85, -0.2, 0.2),
  flute: tuned(flute, 0.36, 0.05, 0.42),
  horn: tuned(
    saws({
      detune: [-3, 4],
      attack: 0.07,
      release: 0.25,
      cut: [500, 1_500],
      cutSeconds: 0.25,
      vibrato: 0.003,
    }),
    0.66,
    0.1,
    0.5,
  ),
  strings: tuned(
    saws({
      detune: [-9, -3, 4, 10],
      attack: 0.22,
      release: 0.5,
      cut: [900, 2_300],
      cutSeconds: 0.4,
      vibrato: 0.0025,
    }),
    0.34,
    0.28,
    0.5,
  ),
  pad: tuned(
    saws({ detune: [-7, 0, 8], attack: 0.6, release: 0.9, cut: [500, 1_050], cutSeconds: 0.9 }),
    0.26,
    -0.25,
    0.55,
  ),
  supersaw: tuned(
    saws({
      detune: [-14, -6, 0, 7, 13],
      attack: 0.006,
      release: 0.14,
      cut: [5_200, 1_700],
      cutSeconds: 0.12,
    }),
    0.42,
    -0.1,
    0.28,
  ),
  saw: tuned(
    saws({ detune: [-5, 5], attack: 0.008, release: 0.12, cut: [4_200, 2_200], cutSeconds: 0.2 }),
    0.42,
    0.12,
    0.35,
  ),
  synth: tuned(
    saws({
      detune: [-4, 4],
      attack: 0.012,
      release: 0.18,
      cut: [2_900, 1_500],
      cutSeconds: 0.25,
      vibrato: 0.003,
    }),
    0.5,
    0.14,
    0.38,
  ),
  bass: tuned(
    saws({ detune: [-2, 2], attack: 0.005, release: 0.06, cut: [1_100, 330], cutSeconds: 0.14 }),
    0.75,
    0,
    0.03,
  ),
  sub: tuned(sub, 0.23, 0, 0.04),
  square: tuned(pulse(0.25), 0.24, 0.15, 0.12),
  triangle: tuned(triangle, 0.3, 0, 0),
  kick: drum(skin(165, 47, 0.035, 0.14, 0.25), 0.8, 0, 0.02),
  softkick: drum(skin(110, 55, 0.03, 0.11, 0.1), 0.5, 0, 0.08),
  taiko: drum(skin(108, 58, 0.09, 0.42, 0.6), 0.7, -0.1, 0.5),
  snare: drum(rattle(0.075, 0.25, 0.7), 0.44, 0.06, 0.16),
  clap: drum(rattle(0.09, 0.32, 0, 0.006), 0.5, -0.06, 0.24),
  hat: drum(rattle(0.022, 0.7, 0), 0.42, 0.3, 0.04),
  openhat: drum(rattle(0.11, 0.7, 0), 0.3, 0.3, 0.08),
  shaker: drum(rattle(0.04, 0.6, 0, 0.03), 0.36, -0.35, 0.1),
  crash: drum(rattle(0.5, 0.62, 0, 0.002), 0.26, -0.3, 0.35),
  wood: drum(wood, 0.3, 0.35, 0.35),
  chipnoise: drum(rattle(0.06, 0.15, 0), 0.36, 0, 0.02),
};
