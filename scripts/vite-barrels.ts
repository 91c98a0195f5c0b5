import path from 'node:path';

import { parseAst } from 'vite';

/** Files that name every part of a package. Followed as they stand, one button would bring every dialog along. */
const barrel =
  /node_modules[\\/](@mantine[\\/](?:core|hooks)[\\/]esm[\\/]index|@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]tabler-icons-react)\.mjs$/;

interface Module {
  importedIds: readonly string[];
  code: string | null;
}

type Statement = ReturnType<typeof parseAst>['body'][number];

const nameOf = (name: { name: string } | { value: string }): string =>
  'name' in name ? name.name : name.value;

function statementsOf({ code }: Module): readonly Statement[] {
  if (code === null) throw new Error('the bundler gives no source to look into');
  return parseAst(code, { lang: 'tsx' }).body;
}

const partsByBarrel = new Map<string, Map<string, string>>();

/** Where each name that a barrel exports comes from. */
function partsOf(id: string, module: Module): Map<string, string> {
  const known = partsByBarrel.get(id);
  if (known) return known;
  const imported = new Map<string, string>();
  const parts = new Map<string, string>();
  const at = (source: string) => path.resolve(path.dirname(id), source);
  for (const statement of statementsOf(module)) {
    if (statement.type === 'ImportDeclaration') {
      for (const { local } of statement.specifiers) {
        imported.set(local.name, at(statement.source.value));
      }
    } else if (statement.type === 'ExportNamedDeclaration') {
      for (const { local, exported } of statement.specifiers) {
        const from = statement.source ? at(statement.source.value) : imported.get(nameOf(local));
        if (from) parts.set(nameOf(exported), from);
      }
    }
  }
  partsByBarrel.set(id, parts);
  return parts;
}

/**
 * What a module imports; of a barrel only the parts that it names.
 * @param look the bundler's knowledge of another module
 */
export function partsOfBarrels(
  module: Module,
  look: (id: string) => Module | null,
): readonly string[] {
  const barrels = module.importedIds.filter((id) => barrel.test(id));
  if (barrels.length === 0) return module.importedIds;
  const needed = module.importedIds.filter((id) => !barrel.test(id));
  for (const statement of statementsOf(module)) {
    if (statement.type !== 'ImportDeclaration') continue;
    const source = statement.source.value;
    const id = barrels.find((each) =>
      each.replaceAll('\\', '/').includes(`/node_modules/${source}/`),
    );
    const info = id === undefined ? null : look(id);
    if (id === undefined || !info) continue;
    const parts = partsOf(id, info);
    for (const specifier of statement.specifiers) {
      const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : '*';
      const part = parts.get(name);
      if (part === undefined) throw new Error(`${source} does not say where "${name}" comes from`);
      needed.push(part);
    }
  }
  return needed;
}
