import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { ConfigurationError } from '../config.ts';
import type { Engine } from './contract/engine.ts';
import type { EngineKind, EngineTools } from './kind.ts';

const configurationMaxBytes = 1024 * 1024;
const enginesMax = 64;

const entryHead = z.looseObject({ kind: z.string(), name: z.string() });
const configuration = z.strictObject({
  $schema: z.string().optional(),
  engines: z.array(z.unknown()).max(enginesMax),
});

/** An engine that was asked for, checked but not created yet. */
export interface ConfiguredEngine {
  name: string;
  create(tools: Omit<EngineTools, 'folder'>): Promise<Engine>;
}

function refuse(lines: string[]): never {
  throw new ConfigurationError(`Kiln can't start with these KILN_ENGINES:\n${lines.join('\n')}`);
}

/** Inline JSON begins with a brace; everything else is the path of a file. */
function readText(value: string): { text: string; folder: string } {
  if (value.trimStart().startsWith('{')) return { text: value, folder: process.cwd() };
  const file = path.resolve(value.trim());
  if (!existsSync(file)) refuse([`  there is no file ${file}`]);
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length > configurationMaxBytes) refuse([`  ${file} is larger than 1 MB`]);
    return { text, folder: path.dirname(file) };
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    return refuse([`  ${file} can't be read: ${(error as Error).message}`]);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    // The engine's message quotes the text, which may hold a key.
    const place = /position \d+( \(line \d+ column \d+\))?/.exec((error as Error).message)?.[0];
    return refuse([`  it is not JSON${place ? `: look at ${place}` : ''}`]);
  }
}

type Variables = Record<string, string | undefined>;

/**
 * Puts the variable's value in the place of every `{ "env": "NAME" }`.
 * @param missing takes the names of variables that are not set
 */
function fillIn(value: unknown, variables: Variables, missing: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((inner) => fillIn(inner, variables, missing));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only?.[0] === 'env' && typeof only[1] === 'string') {
    const found = variables[only[1]]?.trim();
    if (!found) missing.add(only[1]);
    return found ?? '';
  }
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, fillIn(inner, variables, missing)]),
  );
}

function wordsOf(place: string, issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.map((issue) => {
    const field = issue.path.map(String).join('.');
    return `  ${[place, field].filter(Boolean).join(': ')}: ${issue.message}`;
  });
}

/**
 * Reads `KILN_ENGINES`: the path of a JSON file, or the JSON itself. Secrets never appear in a message.
 * @param reserved names that other engines of this platform have
 * @throws ConfigurationError naming every entry and field that is wrong
 */
export function readEngines(
  value: string,
  kinds: Readonly<Record<string, EngineKind>>,
  reserved: readonly string[],
  variables: Variables,
): ConfiguredEngine[] {
  const { text, folder } = readText(value);
  const missing = new Set<string>();
  const parsed = configuration.safeParse(fillIn(parseJson(text), variables, missing));
  if (missing.size > 0) {
    refuse([...missing].map((name) => `  the variable ${name} is named there, but not set`));
  }
  if (!parsed.success) refuse(wordsOf('', parsed.error.issues));

  const problems: string[] = [];
  const taken = new Set(reserved);
  const engines: ConfiguredEngine[] = [];
  for (const [index, entry] of parsed.data.engines.entries()) {
    const head = entryHead.safeParse(entry);
    if (!head.success) {
      problems.push(...wordsOf(`engines[${index}]`, head.error.issues));
      continue;
    }
    const { kind, name } = head.data;
    const place = `engines[${index}] ("${name}")`;
    const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (!known) {
      problems.push(`  ${place}: kind: must be one of ${Object.keys(kinds).join(', ')}`);
      continue;
    }
    if (taken.has(name)) problems.push(`  ${place}: name: there is another engine of this name`);
    taken.add(name);
    const read = known.read(entry);
    if (Array.isArray(read)) problems.push(...wordsOf(place, read));
    else engines.push({ name, create: (tools) => read.create({ ...tools, folder }) });
  }
  if (problems.length > 0) refuse(problems);
  return engines;
}
