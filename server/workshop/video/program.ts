import { spawn } from 'node:child_process';
import { EngineError } from '../../engines/contract/engine.ts';
import { framesPerSecond, keyEveryFrames } from './writer.ts';
import type { Size } from './planes.ts';

const codecs = ['libx264', 'libopenh264'] as const;

/** An ffmpeg that was seen to encode H.264. Plain data: it crosses to a process. */
export interface FilmProgram {
  /** Its path, or its name on PATH. */
  file: string;
  codec: (typeof codecs)[number];
}

/** A running ffmpeg, from raw frames to a fragmented MP4 in memory. */
export interface RunningProgram {
  /** Copies the frame; resolves when the one before it was taken. */
  write(frame: Uint8Array): Promise<void>;
  end(): Promise<Uint8Array>;
  /** Resolves when the process is gone. */
  kill(): Promise<void>;
}

export interface ProgramOptions {
  /** Without a sign of life for so long it is ended. */
  stallMs: number;
  signal?: AbortSignal;
  onStart?: (pid: number) => void;
  onEnd?: () => void;
}

/** Ten seconds of noise are less. */
const mostBytes = 256 * 1024 * 1024;
const mostWords = 600;
const trialSize: Size = { width: 64, height: 64 };

/** What it needs of our environment: not the keys that are in it. */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP'];

const byCodec = {
  libx264: () => ['-preset', 'veryfast', '-crf', '20', '-profile:v', 'high'],
  // It has no constant quality: a quarter of a bit for each pixel.
  libopenh264: ({ width, height }: Size) => [
    '-b:v',
    String(Math.round((width * height * framesPerSecond) / 4)),
  ],
} satisfies Record<FilmProgram['codec'], (size: Size) => string[]>;

/**
 * One thread, no times and no version numbers, no pictures out of order: the same frames give the same bytes, and the
 * first one is shown at zero.
 */
function argumentsOf(codec: FilmProgram['codec'], size: Size): string[] {
  const meant = 'setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709';
  return [
    ['-hide_banner', '-nostdin', '-loglevel', 'error'],
    ['-f', 'rawvideo', '-pixel_format', 'yuv420p'],
    ['-video_size', `${size.width}x${size.height}`, '-framerate', String(framesPerSecond)],
    ['-i', 'pipe:0', '-vf', meant, '-an', '-c:v', codec, ...byCodec[codec](size)],
    ['-threads', '1', '-g', String(keyEveryFrames), '-bf', '0', '-pix_fmt', 'yuv420p'],
    ['-color_range', 'tv', '-colorspace', 'bt709'],
    ['-color_primaries', 'bt709', '-color_trc', 'bt709'],
    ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-map_metadata', '-1'],
    ['-f', 'mp4', '-movflags', '+frag_keyframe+empty_moov+default_base_moof', 'pipe:1'],
  ].flat();
}

const failed = (what: string, cause?: unknown): EngineError =>
  new EngineError('engine-failed', `ffmpeg ${what}`, { retryable: true, cause });

/**
 * Starts ffmpeg, without a shell. Whatever goes wrong is an EngineError `engine-failed` of the next call, and the
 * process is gone by then or about to be.
 */
export function startProgram(
  { file, codec }: FilmProgram,
  size: Size,
  { stallMs, signal, onStart, onEnd }: ProgramOptions,
): RunningProgram {
  const env = Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const child = spawn(file, argumentsOf(codec, size), { stdio: 'pipe', env });
  const parts: Buffer[] = [];
  let bytes = 0;
  let words = '';
  let failure: Error | null = null;
  let giveUp: NodeJS.Timeout | undefined;

  const stop = (reason: Error): void => {
    failure ??= reason;
    child.kill('SIGKILL');
  };
  const stillAlive = (): void => {
    clearTimeout(giveUp);
    giveUp = setTimeout(() => stop(failed(`did nothing for ${stallMs / 1000} s`)), stallMs);
  };
  const onAbort = (): void => stop(failed('was stopped', signal?.reason));

  const ended = new Promise<void>((resolve) => {
    let isOver = false;
    const over = (reason: Error | null): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(giveUp);
      signal?.removeEventListener('abort', onAbort);
      failure ??= reason;
      if (child.pid !== undefined) onEnd?.();
      resolve();
    };
    child.on('error', (error) => {
      if (child.pid === undefined) over(failed('does not start', error));
    });
    child.on('close', (code, by) => {
      const said = words.trim().slice(-mostWords);
      over(code === 0 ? null : failed(`ended with ${code ?? by}${said && `: ${said}`}`));
    });
  });
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > mostBytes) stop(failed('wrote too much'));
    else parts.push(part);
    stillAlive();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-2 * mostWords);
  });
  // It may end before it has read everything; its own ending says why.
  child.stdin.on('error', () => undefined);
  if (child.pid !== undefined) onStart?.(child.pid);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);
  stillAlive();

  let taken: Promise<void> = Promise.resolve();
  return {
    async write(frame) {
      const copy = Buffer.from(frame);
      await Promise.race([taken, ended]);
      if (failure !== null) {
        await ended;
        throw failure;
      }
      taken = new Promise((resolve) => {
        child.stdin.write(copy, (error) => {
          if (!error) stillAlive();
          resolve();
        });
      });
    },
    async end() {
      child.stdin.end();
      await ended;
      if (failure !== null) throw failure;
      return Buffer.concat(parts);
    },
    async kill() {
      if (child.exitCode === null) stop(failed('was stopped'));
      await ended;
    },
  };
}

/**
 * Tries an ffmpeg by having it encode two grey pictures: what is listed need not work.
 * @param file its path, or its name on PATH
 * @returns why not, in words, where it does not
 */
export async function tryProgram(
  file: string,
  stallMs = 10_000,
): Promise<{ program: FilmProgram } | { reason: string; isMissing: boolean }> {
  let reason = '';
  for (const codec of codecs) {
    const program = { file, codec };
    const running = startProgram(program, trialSize, { stallMs });
    try {
      const grey = new Uint8Array((trialSize.width * trialSize.height * 3) / 2).fill(128);
      await running.write(grey);
      await running.write(grey);
      if ((await running.end()).length > 0) return { program };
      reason = 'ffmpeg wrote nothing';
    } catch (error) {
      const { message, cause } = error as Error;
      if ((cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
        return { reason: `${file} is not there`, isMissing: true };
      }
      reason = message;
    } finally {
      await running.kill();
    }
  }
  return { reason, isMissing: false };
}
