import { refusedInput } from '../../engines/contract/engine.ts';
import { sampleRate, type Stereo } from '../sound/encode.ts';
import { speak } from './espeak.ts';
import { spellOut } from './spell.ts';
import type { Speech } from './wav.ts';

export const voices = ['auto', 'mandarin', 'cantonese', 'american', 'british'] as const;
export const timbres = ['male', 'female', 'young', 'deep'] as const;

const languageOf = {
  mandarin: 'cmn',
  cantonese: 'yue',
  american: 'en-us',
  british: 'en-gb',
} as const;
const variants = { male: 'm3', female: 'f2', young: 'f5', deep: 'm7' } as const;

/** What eSpeak NG reads at when nobody asks for another. */
const usualWordsPerMinute = 165;
const silenceSeconds = 0.25;
const loudest = 0.85;

const hasHan = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** A voice of eSpeak NG for a text: the chosen language, else that of its script. */
export function chooseVoice(text: string, voice: unknown, timbre: unknown): string {
  const known = Object.entries(languageOf).find(([name]) => name === voice)?.[1];
  const language = known ?? (hasHan(text) ? languageOf.mandarin : languageOf.american);
  const variant = timbres.find((name) => name === timbre) ?? 'female';
  return `${language}+${variants[variant]}`;
}

/**
 * To the rate of our files, by cubic interpolation (Catmull and Rom).
 * @param margin samples of silence before and after
 */
export function resample(
  { samples, sampleRate: rate }: Speech,
  toRate: number,
  margin = 0,
): Float32Array {
  const count = Math.floor((samples.length * toRate) / rate);
  const out = new Float32Array(count + 2 * margin);
  const at = (index: number): number => samples[Math.min(samples.length - 1, Math.max(0, index))]!;
  for (let index = 0; index < count; index += 1) {
    const place = (index * rate) / toRate;
    const whole = Math.floor(place);
    const part = place - whole;
    const [a, b, c, d] = [at(whole - 1), at(whole), at(whole + 1), at(whole + 2)];
    out[margin + index] =
      b + 0.5 * part * (c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)));
  }
  return out;
}

/**
 * Speaks a text as loud as other sounds are, with a breath of silence before and after.
 * @throws EngineError `invalid-input` when there is nothing in it that can be said, `engine-unavailable`,
 * `engine-failed`
 */
export async function sayText(
  text: string,
  wish: { voice: unknown; timbre: unknown; speed: number; pitch: number },
): Promise<Stereo> {
  const voice = chooseVoice(text, wish.voice, wish.timbre);
  const speech = await speak(spellOut(text, voice.split('+')[0]!), {
    voice,
    wordsPerMinute: Math.round(usualWordsPerMinute * wish.speed),
    pitch: Math.round(wish.pitch),
  });
  const left = resample(speech, sampleRate, Math.round(silenceSeconds * sampleRate));
  const peak = left.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (peak < 0.001) {
    throw refusedInput(
      { field: 'prompt', reason: 'nothing-to-say' },
      'There is nothing in the text that can be said',
    );
  }
  for (let at = 0; at < left.length; at += 1) left[at] = (left[at]! * loudest) / peak;
  return { left, right: left };
}
