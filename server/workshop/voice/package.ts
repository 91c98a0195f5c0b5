import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import { failed, mostBytes, patienceMs, tooLong, type Manner } from './manner.ts';

/** What we use of WebAssembly: TypeScript knows it only together with the browser's globals. */
const { WebAssembly: assembly } = globalThis as unknown as {
  WebAssembly: {
    compile(bytes: Uint8Array): Promise<object>;
    Instance: new (code: object, imports: object) => object;
  };
};

const textFile = '/text';
const wavFile = '/speech.wav';
/** Any moment will do: eSpeak NG seeds its breath by the clock. */
const sameMoment = 0;

let wasm: string | null = null;
let compiled: Promise<object> | undefined;

function resolveWasm(): string | null {
  try {
    const script = createRequire(import.meta.url).resolve('espeak-ng');
    const file = path.join(path.dirname(script), 'espeak-ng.wasm');
    return existsSync(file) ? file : null;
  } catch {
    // An optional dependency that was left out.
    return null;
  }
}

/** Where the optional package's WebAssembly is; null when it was left out. */
export function findPackage(): string | null {
  wasm ??= resolveWasm();
  return wasm;
}

async function compile(file: string): Promise<object> {
  return assembly.compile(await readFile(file));
}

/**
 * Has a text spoken by eSpeak NG as WebAssembly, the same bytes for the same text on every machine. Blocks its
 * thread until it is done: about a second for four minutes of speech, so only for a process of the workshop.
 * @param file of findPackage
 * @param bounds of the WAV, and of the time it may take
 * @returns WAV
 * @throws EngineError `engine-failed`, `invalid-input`
 */
export async function speakByPackage(
  file: string,
  text: string,
  manner: Manner,
  bounds = { bytes: mostBytes, ms: patienceMs },
): Promise<Buffer> {
  compiled ??= compile(file).catch((error: unknown) => {
    compiled = undefined;
    throw failed('cannot be loaded', error);
  });
  const [{ default: startEspeak }, code] = await Promise.all([import('espeak-ng'), compiled]);
  const { voice, wordsPerMinute, pitch } = manner;
  const options = ['-v', voice, '-s', String(wordsPerMinute), '-p', String(pitch)];
  const startedMs = performance.now();
  let sizeOf = (): number => 0;
  let ended = -1;
  const guard = (): void => {
    if (sizeOf() > bounds.bytes) throw tooLong();
    if (performance.now() - startedMs > bounds.ms) throw failed('took too long');
  };
  const espeak = await startEspeak({
    arguments: [...options, '-b', '1', '-f', textFile, '-w', wavFile],
    preRun: [
      ({ FS }) => {
        FS.writeFile(textFile, text);
        FS.writeFile(wavFile, '');
        sizeOf = () => FS.stat(wavFile).size;
      },
    ],
    print: () => undefined,
    printErr: () => undefined,
    // Without it, the exit code of this process would be set.
    quit(status, cause) {
      ended = status;
      throw cause;
    },
    instantiateWasm(imports, done) {
      const { env, wasi_snapshot_preview1: wasi, ...others } = imports;
      const write = wasi?.['fd_write'];
      if (!env || !wasi || !write) throw failed('is not the package that is known');
      const guardedWrite = (...values: number[]): number => {
        guard();
        return write(...values);
      };
      const instance = new assembly.Instance(code, {
        ...others,
        env: { ...env, emscripten_date_now: () => sameMoment },
        wasi_snapshot_preview1: { ...wasi, fd_write: guardedWrite },
      });
      return done(instance);
    },
  });
  if (ended !== 0) throw failed(`ended with ${ended}`);
  const wav = espeak.FS.readFile(wavFile);
  return Buffer.from(wav.buffer, wav.byteOffset, wav.byteLength);
}
