import type { DeviceWork } from './device-model.ts';
import { tileGraphs } from './tile-run.ts';

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

/** What lies beside a graph and is no part of it: settings, words about it, the same weights for another program. */
const isNoPart = (name: string): boolean =>
  /\.(?:json|txt|md|safetensors|msgpack|h5|ckpt|pt|pth|onnx)$/.test(name) ||
  name.includes('pytorch');

/** Files that a graph has its weights in: exporters give them all kinds of names. */
export const besideGraph = <File extends { name: string }>(
  graph: string,
  files: readonly File[],
): File[] => files.filter(({ name }) => folderOf(name) === folderOf(graph) && !isNoPart(name));

/** Of all files in a folder those that a model needs. */
export function neededFiles<File extends { name: string }>(
  work: DeviceWork,
  files: readonly File[],
): File[] {
  const parts =
    work.task === 'diffusion'
      ? [...Object.values(work.run.parts), ...(work.run.loras ?? []).map(({ file }) => file)]
      : tileGraphs(work);
  const named = new Set(parts.filter((part) => part !== null));
  const graphs = [...named].filter((part) => part.endsWith('.onnx'));
  const beside = new Set(graphs.flatMap((graph) => besideGraph(graph, files)));
  return files.filter((file) => named.has(file.name) || beside.has(file));
}
