/**
 * Model packs: files that a platform does not come with, which it fetches when whoever runs it asks for them
 * (issue L, points 1 and 2).
 */

/** What a pack is for; `diffusion` makes pictures from words, `runtime` is the program that runs the others here and `device-runtime` the one for devices, `judge` says what may not be shown. */
export const packTasks = [
  'runtime',
  'device-runtime',
  'diffusion',
  'upscale',
  'deblur',
  'judge',
] as const;

/**
 * `paused` has some of its files, `failed` too, and a problem; `queued` waits for another pack. What is
 * `unsupported` can't run on the platform's machine.
 */
export const packStates = [
  'absent',
  'queued',
  'downloading',
  'unpacking',
  'checking',
  'paused',
  'failed',
  'installed',
  'unsupported',
] as const;
export type PackState = (typeof packStates)[number];

/** States that change by themselves. */
export const isPackBusy = (state: PackState): boolean =>
  state === 'queued' || state === 'downloading' || state === 'unpacking' || state === 'checking';

/** Whether a model was tried on the platform's machine after it was installed, and what came of it. */
export const packTrials = ['none', 'running', 'works', 'fails'] as const;
export type PackTrial = (typeof packTrials)[number];

/** Why a pack could not be fetched, or is not used. */
export const packProblems = [
  /** The registry does not answer, or broke off too often. */
  'unreachable',
  /** It answers, and not with this file. */
  'refused',
  /** What came is not what was asked for; it was thrown away. */
  'damaged',
  'disk-full',
  /** npm does not say where it fetches packages from, and no setting does. */
  'no-registry',
  /** The folder cannot be written to. */
  'not-writable',
] as const;
export type PackProblem = (typeof packProblems)[number];

/** Whether models run on the graphics card of the platform's machine. `auto`: where the graphics card is faster. `on`: wherever it can be used, so that the processor is left alone. */
export const gpuChoices = ['auto', 'on', 'off'] as const;
export type GpuChoice = (typeof gpuChoices)[number];
