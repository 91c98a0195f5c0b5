import { createHash } from 'node:crypto';

import { BufferSource, Input, MP3 } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/engines/builtin/engine.ts';
import { readWav } from '../../../server/engines/builtin/voice/espeak.ts';
import { chooseVoice, resample } from '../../../server/engines/builtin/voice/say.ts';
import type { EngineJob } from '../../../server/engines/engine.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';
import { installEspeakDouble } from './espeak-double.ts';

const engine = createBuiltinEngine({ threads: 1 });
let uninstall = (): Promise<void> => Promise.resolve();

beforeAll(async () => {
  uninstall = await installEspeakDouble();
  await engine.start();
});

afterAll(async () => {
  await engine.stop();
  await uninstall();
});

const speech = (prompt: string, input: EngineJob['input'] = {}) =>
  jobOf(engine, 'kiln-voice', { input: { prompt, ...input } });

const run = async (job: EngineJob) => (await engine.run(job, recordingContext()))[0]!;
const digest = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

async function secondsOf(data: Uint8Array): Promise<number> {
  const input = new Input({ source: new BufferSource(data), formats: [MP3] });
  return input.computeDuration();
}

describe('text to voice', () => {
  test('speaks both languages as MP3, as long as the text, faster when asked', async () => {
    const slow = await run(speech('你好，世界，今天天气很好'));
    expect(slow).toMatchObject({ mediaType: 'audio/mpeg', width: 0 });
    // Ten characters of a tenth of a second, and two pauses of a quarter.
    expect(await secondsOf(slow.data)).toBeCloseTo(1.5, 0);
    const fast = await run(speech('你好，世界，今天天气很好', { speed: 2 }));
    expect(await secondsOf(fast.data)).toBeLessThan((await secondsOf(slow.data)) - 0.3);
    const english = await run(speech('Hello world'));
    expect(digest(english.data)).not.toBe(digest(slow.data));
  });

  test('the same words give the same bytes', async () => {
    const words = '-v nothing; "$(reboot)" [[';
    expect(digest((await run(speech(words))).data)).toBe(digest((await run(speech(words))).data));
  });

  test('a text without a word in it is refused in words', async () => {
    const error = await engineErrorFrom(run(speech('……！')));
    expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
  });

  test('the language is that of the script, unless one was chosen', () => {
    expect(chooseVoice('Kiln 窑', 'auto', 'male')).toBe('cmn+m3');
    expect(chooseVoice('Kiln', 'auto', 'female')).toBe('en-us+f2');
    expect(chooseVoice('窑', 'cantonese', 'deep')).toBe('yue+m7');
  });

  test('is absent with a reason in both languages where eSpeak NG is not', () => {
    const before = process.env['PATH'];
    process.env['PATH'] = '/nowhere';
    try {
      const reason = engine.unavailableReason('kiln-voice');
      expect(reason?.cn).toContain('eSpeak NG');
      expect(reason?.en).toContain('GPL-3.0');
      // The rest of the workshop needs nothing.
      expect(engine.unavailableReason()).toBeNull();
      expect(engine.unavailableReason('kiln-painter')).toBeNull();
    } finally {
      process.env['PATH'] = before;
    }
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
