import type { LocalizedText } from '../domain/languages.ts';
import type { InputValues } from '../domain/model.ts';
import { diffusionOffers, sourceMaxPixels } from './offers.ts';
import { wordsSeconds, type DiffusionPace } from './make.ts';
import type { DiffusionMode, DiffusionRun } from './run.ts';
import type { TileWork } from './tile-run.ts';

/** Models on the device itself (issue L, point 3): what it notes of each. */

/** In the root of the browser's file system; in it a folder for each model. */
export const modelsFolderName = 'models';
/** In that, what runs them. */
export const runtimeFolderName = 'runtime';

/** Code of the runtime, by its address on the own origin. */
export interface DeviceCode {
  address: string;
  bytes: number;
  /** Hex SHA-256. */
  sha256: string;
}

/** A build of onnxruntime for browsers: what is imported, what that imports, and the program itself. */
export interface DeviceBuild {
  entry: DeviceCode;
  glue: DeviceCode;
  program: DeviceCode;
}

/** On the processor, or on the graphics card. */
export const deviceBackends = ['wasm', 'webgpu'] as const;
export type DeviceBackend = (typeof deviceBackends)[number];
export type DeviceBuilds = Readonly<Record<DeviceBackend, DeviceBuild>>;

/** A file of a model; on the device it is called by its hash. */
export interface DeviceFile {
  /** In the model's own folder, with slashes. */
  name: string;
  bytes: number;
  /** Hex SHA-256. */
  sha256: string;
}

/** Why a model is not here, or can't be used. */
export const deviceProblems = [
  /** The platform can't be reached, or broke off too often. */
  'network',
  /** The platform does not give it any more. */
  'gone',
  /** What came is not what was promised; it was thrown away. */
  'damaged',
  'storage-full',
  /** This browser keeps no files, as in a private window. */
  'no-storage',
  /** It was tried, and the device has too little memory. */
  'too-little-memory',
  /** The page ended while it was tried. */
  'broke-off',
  /** It was tried, and does not run here. */
  'fails',
] as const;
export type DeviceProblem = (typeof deviceProblems)[number];

/** What a model on a device does. */
export type DeviceWork = { task: 'diffusion'; run: DiffusionRun } | TileWork;

/** How fast a model is on this device. */
export interface DevicePace {
  backend: DeviceBackend;
  /** Of the processor. */
  threads: number;
  /** Until it can begin, once a page. */
  loadSeconds: number;
  speed: DiffusionPace | { secondsPerMegapixel: number };
}

export interface DeviceModel {
  id: string;
  work: DeviceWork;
  name: LocalizedText;
  about: LocalizedText;
  /** SPDX, or empty where nobody said. */
  licence: string;
  origin: string;
  /** Of memory on the platform's machine, while it works at its own size. */
  memoryBytes: number;
  files: readonly DeviceFile[];
  /** `folder`: somebody brought it; nobody else has it. */
  from: 'platform' | 'folder';
  /** `wanted` is being fetched, or will be when a page is open; `trying` is here, and is tried. */
  state: 'wanted' | 'paused' | 'failed' | 'trying' | 'installed';
  problem: DeviceProblem | null;
  /** Null before it was tried. */
  pace: DevicePace | null;
}

/** Of a model's files, and of the program that runs it. */
export const deviceModelBytes = ({ files }: Pick<DeviceModel, 'files'>): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Beside its graphs: what a network holds while it works, and the app. */
const besideGraphsBytes = 1_200_000_000;
/** Of each byte of a graph, with the copy that it is read from. Measured with SD-Turbo: 3.5 GB. */
const graphFactor = 1.6;

/** How much of its memory a device needs for a model: the largest two of its parts are there at once. */
export function deviceMemoryBytes({ files }: Pick<DeviceModel, 'files'>): number {
  const [one = 0, two = 0] = files
    .map(({ bytes }) => bytes)
    .toSorted((left, right) => right - left);
  return graphFactor * (one + two) + besideGraphsBytes;
}

/** It is being brought or tried, and nothing is made with it meanwhile. */
export const isBusyHere = ({ state }: Pick<DeviceModel, 'state'>): boolean =>
  state === 'wanted' || state === 'trying';

/** Models that can be asked: those, too, that are only tried once more. */
export const isReadyHere = (model: Pick<DeviceModel, 'state' | 'pace'>): boolean =>
  model.state === 'installed' || (isBusyHere(model) && model.pace !== null);

/** Id of the first of the models that it is offered as. */
export const deviceModelName = (id: string): string => `device-${id}`;

/** One of the models that it is offered as; `mode` is of those alone that make pictures from words. */
export interface DeviceOffer {
  name: string;
  mode: DiffusionMode | null;
}

/** Pixels that decide over how long it takes: of the source where it works on one, else of what it makes. */
function workedPixels(
  work: DeviceWork,
  input: InputValues,
  [source]: readonly { width: number; height: number }[],
): number {
  if (work.task !== 'diffusion') {
    return source ? Math.min(sourceMaxPixels, source.width * source.height) : 1_000_000;
  }
  const { width, height } = work.run.defaults;
  return Number(input['width'] ?? width) * Number(input['height'] ?? height);
}

/** What it can be asked for: one model, or one for each tool that it serves. */
export function deviceOffers({ id, work }: Pick<DeviceModel, 'id' | 'work'>): DeviceOffer[] {
  const name = deviceModelName(id);
  if (work.task !== 'diffusion') return [{ name, mode: null }];
  return diffusionOffers(name, work.run).map(({ model, mode }) => ({ name: model, mode }));
}

/** Whether a model that a request names is one of those that this one is offered as. */
export const isNamedAs = (model: Pick<DeviceModel, 'id' | 'work'>, name: string): boolean =>
  deviceOffers(model).some((offer) => offer.name === name);

/**
 * How long it takes, in seconds; null before it was tried.
 * @param input nothing: a picture as it is made at first, or a million pixels
 * @param sources sizes of the pictures that it works on
 */
export function deviceSeconds(
  { work, pace }: Pick<DeviceModel, 'work' | 'pace'>,
  input: InputValues = {},
  sources: readonly { width: number; height: number }[] = [],
): number | null {
  if (!pace) return null;
  const { speed } = pace;
  const pixels = workedPixels(work, input, sources);
  if ('secondsPerMegapixel' in speed) return (speed.secondsPerMegapixel * pixels) / 1_000_000;
  return work.task === 'diffusion'
    ? wordsSeconds(work.run, speed, input, pixels, Number(input['n'] ?? 1))
    : null;
}
