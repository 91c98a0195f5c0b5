import { putAt, withoutGaps } from '../put-at.ts';
import type { CogInterface } from './openapi.ts';

type Tree = Record<string, unknown>;

function treeAt(input: Tree, names: readonly string[]): Tree | null {
  let place: unknown = input;
  for (const name of names) place = (place as Tree | undefined)?.[name];
  return typeof place === 'object' && place !== null ? (place as Tree) : null;
}

/** Values by their paths as the model takes them: objects in objects and lists, and what has to be there though empty. */
export function nestInput(
  { containers }: Pick<CogInterface, 'containers'>,
  values: Readonly<Record<string, unknown>>,
): Tree {
  const input: Tree = {};
  for (const [path, value] of Object.entries(values)) putAt(input, path, value);
  for (const [path, kind] of containers) {
    const names = path.split('.');
    const last = names.pop() ?? path;
    const around = treeAt(input, names);
    if (around) around[last] ??= kind === 'list' ? [] : {};
  }
  return withoutGaps(input) as Tree;
}
