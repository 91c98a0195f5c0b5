import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

import { EngineError } from '../../engine.ts';

const names = process.platform === 'win32' ? ['espeak-ng.exe'] : ['espeak-ng'];
/** A minute of speech takes it a fraction of a second. */
const patienceMs = 120_000;
/** Forty minutes at its rate. */
const mostBytes = 100 * 1024 * 1024;

/** Where eSpeak NG is on this machine's PATH; null when it is not installed. */
export function findEspeak(): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    if (!folder) continue;
    for (const name of names) {
      const file = path.join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        if (statSync(file).isFile()) return file;
      } catch {
        // Not in this folder.
      }
    }
  }
  return null;
}

export interface Speech {
  /** −1…1, one channel. */
  samples: Float32Array;
  sampleRate: number;
}

/**
 * Reads a WAV of 16-bit samples. What comes through a pipe has no true length in its header: all that is there
 * counts.
 */
export function readWav(wav: Buffer): Speech | null {
  if (wav.length < 44 || wav.toString('latin1', 0, 4) !== 'RIFF') return null;
  let sampleRate = 0;
  for (let at = 12; at + 8 <= wav.length;) {
    const type = wav.toString('latin1', at, at + 4);
    const length = wav.readUInt32LE(at + 4);
    if (type === 'fmt ') {
      const [format, channels, bits] = [8, 10, 22].map((field) => wav.readUInt16LE(at + field));
      if (format !== 1 || channels !== 1 || bits !== 16) return null;
      sampleRate = wav.readUInt32LE(at + 12);
    }
    if (type === 'data') {
      const count = Math.floor(Math.min(length, wav.length - at - 8) / 2);
      const samples = new Float32Array(count);
      for (let index = 0; index < count; index += 1) {
        samples[index] = wav.readInt16LE(at + 8 + 2 * index) / 32_768;
      }
      return sampleRate > 0 ? { samples, sampleRate } : null;
    }
    at += 8 + length + (length % 2);
  }
  return null;
}

/**
 * Has a text spoken. The text goes in by its standard input, so nothing in it can be taken for an option.
 * @param voice of eSpeak NG, e.g. `cmn+f2`
 * @param wordsPerMinute 80…450
 * @param pitch 0…99
 * @throws EngineError `engine-unavailable`, `engine-failed`
 */
export async function speak(
  text: string,
  { voice, wordsPerMinute, pitch }: { voice: string; wordsPerMinute: number; pitch: number },
): Promise<Speech> {
  const program = findEspeak();
  if (!program) {
    throw new EngineError('engine-unavailable', 'eSpeak NG is not installed', { retryable: false });
  }
  const failed = (why: string, cause?: unknown) =>
    new EngineError('engine-failed', `eSpeak NG ${why}`, { retryable: true, cause });
  const options = ['-v', voice, '-s', String(wordsPerMinute), '-p', String(pitch)];
  const wav = await new Promise<Buffer>((resolve, reject) => {
    const child = spawn(program, [...options, '-b', '1', '--stdin', '--stdout'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: patienceMs,
    });
    const parts: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > mostBytes) child.kill();
      else parts.push(part);
    });
    child.on('error', (error) => reject(failed('does not start', error)));
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(parts));
      else reject(failed(`ended with ${code ?? 'a signal'}`));
    });
    // It may end before it has read everything; its own ending says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
  const speech = readWav(wav);
  if (!speech) throw failed('gave no sound');
  return speech;
}
