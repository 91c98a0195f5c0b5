import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';

import { BufferSource, Input, MP3 } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { findPackage, speakByPackage } from '../../../server/workshop/voice/package.ts';
import { chooseVoice, resample } from '../../../server/workshop/voice/say.ts';
import { spellOut } from '../../../server/workshop/voice/spell.ts';
import { readWav } from '../../../server/workshop/voice/wav.ts';
import type {
  EngineJob,
  EngineOutput,
  EngineProgress,
} from '../../../server/engines/contract/engine.ts';
import { speechMaxCharacters } from '../../../src/domain/limits.ts';
import type { LocalizedText } from '../../../src/domain/languages.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';
import { installEspeakDouble } from './espeak-double.ts';

const engine = createBuiltinEngine({ processes: 1 });

beforeAll(() => engine.start());
afterAll(() => engine.stop());

const speech = (prompt: string, input: EngineJob['input'] = {}) =>
  jobOf(engine, 'kiln-voice', { input: { prompt, ...input } });

const run = async (job: EngineJob) => (await engine.run(job, recordingContext()))[0]!;
const digest = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
const soundOf = async (prompt: string, input: EngineJob['input'] = {}): Promise<string> =>
  digest((await run(speech(prompt, input))).data);

async function secondsOf({ data }: EngineOutput): Promise<number> {
  const input = new Input({ source: new BufferSource(data), formats: [MP3] });
  return input.computeDuration();
}

describe('text to voice', () => {
  test('speaks both languages as MP3, as long as the text, faster when asked', async () => {
    const chinese = await run(speech('你好，世界，今天天气很好，我们去公园散步吧！'));
    expect(chinese).toMatchObject({ mediaType: 'audio/mpeg', width: 0 });
    const seconds = await secondsOf(chinese);
    // Nineteen syllables, three to five a second, and some pauses.
    expect(seconds).toBeGreaterThan(4);
    expect(seconds).toBeLessThan(8);
    const fast = await run(speech('你好，世界，今天天气很好，我们去公园散步吧！', { speed: 2 }));
    expect(await secondsOf(fast)).toBeLessThan(seconds * 0.7);
    const english = await secondsOf(await run(speech('Hello world. The sea at sunset.')));
    expect(english).toBeGreaterThan(2);
    expect(english).toBeLessThan(5);
  });

  test('reads characters by their sound and tone, each language its own', async () => {
    const he = await soundOf('他看见妈');
    expect(await soundOf('她看见妈')).toBe(he);
    expect(await soundOf('他看见马')).not.toBe(he);
    expect(await soundOf('他看见妈', { voice: 'cantonese' })).not.toBe(he);
    const american = await soundOf('tomato', { voice: 'american' });
    expect(await soundOf('tomato', { voice: 'british' })).not.toBe(american);
  });

  test('each timbre and pitch sounds different', async () => {
    const wishes: EngineJob['input'][] = [
      {},
      { timbre: 'male' },
      { timbre: 'young' },
      { timbre: 'deep' },
      { pitch: 90 },
    ];
    const sounds = [];
    for (const wish of wishes) sounds.push(await soundOf('窑', wish));
    expect(new Set(sounds).size).toBe(wishes.length);
  });

  test('the same words give the same bytes, here and on every machine', async () => {
    const words = '-v nothing; "$(reboot)" [[';
    const other = createBuiltinEngine({ processes: 1 });
    await other.start();
    try {
      const there = (await other.run(speech(words), recordingContext()))[0]!;
      expect(digest(there.data)).toBe(await soundOf(words));
    } finally {
      await other.stop();
    }
    const manner = { voice: 'cmn+f2', wordsPerMinute: 165, pitch: 50 };
    const wav = await speakByPackage(findPackage()!, '你好，窑', manner);
    expect(digest(wav)).toBe('ff5edea7339ef64f4d654335d67c36ef8a2c68b5eacba8e97c784abc78cf3da0');
  });

  test('a text without a word in it is refused in words', async () => {
    const error = await engineErrorFrom(run(speech('……！')));
    expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
  });

  test('what takes too long to say, or to make, is given up', async () => {
    const manner = { voice: 'cmn+f2', wordsPerMinute: 165, pitch: 50 };
    const speak = (bytes: number, ms: number) =>
      engineErrorFrom(speakByPackage(findPackage()!, '今天天气很好', manner, { bytes, ms }));
    expect(await speak(10_000, 60_000)).toMatchObject({ code: 'invalid-input', retryable: false });
    expect(await speak(10_000_000, 0)).toMatchObject({ code: 'engine-failed', retryable: true });
  });

  test('a cancel ends it in the middle of a long text, and the next one is read', async () => {
    const stop = new AbortController();
    let read = 0;
    const context = {
      ...recordingContext(),
      signal: stop.signal,
      reportProgress: ({ fraction }: EngineProgress) => {
        read = fraction ?? read;
        if (fraction) stop.abort(new Error('cancelled'));
      },
    };
    // Most of an hour of sound, and most of a minute of work.
    const long = '窑火'.repeat(speechMaxCharacters / 2);
    await expect(engine.run(speech(long, { speed: 0.5 }), context)).rejects.toThrow('cancelled');
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(0.5);
    expect((await run(speech('好'))).mediaType).toBe('audio/mpeg');
  });

  test('the language is that of the script, unless one was chosen', () => {
    expect(chooseVoice('Kiln 窑', 'auto', 'male')).toBe('cmn+m3');
    expect(chooseVoice('Kiln', 'auto', 'female')).toBe('en-us+f2');
    expect(chooseVoice('窑', 'cantonese', 'deep')).toBe('yue+m7');
  });

  test('numbers are written out where its Chinese would leave something out', () => {
    expect(spellOut('２０２６ 年涨了 3.5%，圆周率 3.14', 'cmn')).toBe(
      '二零二六 年涨了 百分之3点五，圆周率 3点一四',
    );
    expect(spellOut('v1.2.3 和 12345 年', 'yue')).toBe('v1.2.3 和 12345 年');
    expect(spellOut('3.5% in 2026 [[x]]', 'en-us')).toBe('3.5% in 2026 [ [x]]');
  });
});

describe('without the optional package', () => {
  // In the processes that it starts, too.
  const leaveOut = `import processes from 'node:child_process';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
const { fork } = processes;
processes.fork = (file, args, options) =>
  fork(file, args, { ...options, execArgv: [...options.execArgv, '--import', import.meta.url] });
syncBuiltinESMExports();
registerHooks({
  resolve(name, context, next) {
    if (name === 'espeak-ng') throw new Error('left out');
    return next(name, context);
  },
});`;
  const script = `
const { createBuiltinEngine } = await import(${JSON.stringify(
    new URL('../../../server/workshop/engine.ts', import.meta.url).href,
  )});
const engine = createBuiltinEngine({ processes: 1 });
const reasons = ['kiln-voice', 'kiln-painter'].map((model) => engine.unavailableReason(model));
await engine.start();
const input = { prompt: '你好，世界，今天天气很好', voice: 'auto', timbre: 'female', speed: 1, pitch: 50 };
const job = { id: 'a', model: 'kiln-voice', jobType: 'Text2Voice', input, sources: [], seed: '1', outputs: 1 };
const context = { signal: new AbortController().signal, reportProgress() {}, saveExternalReference() {} };
const result = await engine.run(job, context).then(([{ data }]) => data.length, ({ code }) => code);
await engine.stop();
process.stdout.write(JSON.stringify({ reasons, result }));`;

  interface Told {
    reasons: (LocalizedText | null)[];
    result: unknown;
  }

  /** What a process says that does not find the package. */
  async function ask(env: NodeJS.ProcessEnv): Promise<Told> {
    const hook = `data:text/javascript,${encodeURIComponent(leaveOut)}`;
    const options = ['--import', hook, '-e', script];
    const { stdout } = await promisify(execFile)(process.execPath, options, { env });
    return JSON.parse(stdout) as Told;
  }

  test('eSpeak NG on PATH reads the text', async () => {
    const uninstall = await installEspeakDouble();
    try {
      const { reasons, result } = await ask({ ...process.env });
      expect(reasons).toEqual([null, null]);
      // Ten characters of a tenth of a second, and two pauses of a quarter, at 96 kbit/s.
      expect(result).toBeGreaterThan(15_000);
      expect(result).toBeLessThan(21_000);
    } finally {
      await uninstall();
    }
  });

  test('and without that it says why it is not there; the rest of the workshop needs nothing', async () => {
    const { reasons, result } = await ask({ ...process.env, PATH: '/nowhere' });
    const [voice, painter] = reasons;
    for (const words of [voice?.cn, voice?.en]) expect(words).toMatch(/eSpeak NG.*GPL-3\.0/);
    expect(painter).toBeNull();
    expect(result).toBe('engine-unavailable');
    expect(engine.unavailableReason('kiln-voice')).toBeNull();
  });
});

test('sound is told from what only looks like it', () => {
  expect(readWav(Buffer.from('RIFF'))).toBeNull();
  expect(readWav(Buffer.alloc(100))).toBeNull();
});

test('another rate keeps the tone', () => {
  const samples = Float32Array.from({ length: 2_205 }, (_, at) => Math.sin(at / 20));
  const higher = resample({ samples, sampleRate: 22_050 }, 44_100);
  expect(higher).toHaveLength(4_410);
  for (let at = 100; at < 4_300; at += 7) expect(higher[at]).toBeCloseTo(Math.sin(at / 40), 2);
});
