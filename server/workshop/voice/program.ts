import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

import { failed, mostBytes, patienceMs, tooLong, type Manner } from './manner.ts';

const names = process.platform === 'win32' ? ['espeak-ng.exe'] : ['espeak-ng'];

/** Where eSpeak NG is on this machine's PATH; null when it is not installed. */
export function findProgram(): string | null {
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

/**
 * Has a text spoken by the program. It goes in by its standard input, so nothing in it can be taken for an option.
 * The program seeds its breath by the clock: two sounds of one text differ a little.
 * @returns WAV
 * @throws EngineError `engine-failed`, `invalid-input`
 */
export function speakByProgram(program: string, text: string, manner: Manner): Promise<Buffer> {
  const { voice, wordsPerMinute, pitch } = manner;
  const options = ['-v', voice, '-s', String(wordsPerMinute), '-p', String(pitch)];
  return new Promise<Buffer>((resolve, reject) => {
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
      if (bytes > mostBytes) reject(tooLong());
      else if (code === 0) resolve(Buffer.concat(parts));
      else reject(failed(`ended with ${code ?? 'a signal'}`));
    });
    // It may end before it has read everything; its own ending says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
}
