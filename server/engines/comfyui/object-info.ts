import { z } from 'zod';

import type { LocalizedText } from '../../../src/domain/languages.ts';
import { isLink, valueAt, type Place, type Workflow } from './workflow.ts';

type Choice = string | number;

/** What a ComfyUI knows of the node types that some workflow uses. */
export interface ServerNodes {
  /** Node types it has. */
  classes: ReadonlySet<string>;
  /** What it offers for an input that is a list; null when it is none. */
  choices(classType: string, input: string): readonly Choice[] | null;
  /** Whether an input takes fractions; null when it takes no numbers. */
  takesFractions(classType: string, input: string): boolean | null;
}

const choice = z.union([z.string(), z.number()]);
const inputs = z.record(z.string(), z.unknown());
const nodeInfo = z.looseObject({
  input: z.looseObject({ required: inputs.optional(), optional: inputs.optional() }).optional(),
});
export const objectInfo = z.record(z.string(), z.unknown());

const listMax = 5_000;

/** Two ways of writing: `[["a", "b"], {}]`, and `["COMBO", { "options": ["a", "b"] }]` of newer nodes. */
function choicesOf(declared: unknown): Choice[] | null {
  if (!Array.isArray(declared)) return null;
  const [kind, options] = declared as unknown[];
  const list: unknown =
    kind === 'COMBO' && typeof options === 'object' && options !== null
      ? Reflect.get(options, 'options')
      : kind;
  const parsed = z.array(choice).max(listMax).safeParse(list);
  return parsed.success ? parsed.data : null;
}

/** Keeps of the answer, which is megabytes, what these workflows need. */
export function readServerNodes(
  answer: z.output<typeof objectInfo>,
  workflows: readonly Workflow[],
): ServerNodes {
  const used = new Set(
    workflows.flatMap((workflow) => Object.values(workflow).map((node) => node.class_type)),
  );
  const classes = new Set<string>();
  const lists = new Map<string, Choice[]>();
  const numbers = new Map<string, boolean>();
  for (const name of used) {
    const info = Object.hasOwn(answer, name) ? nodeInfo.safeParse(answer[name]) : null;
    if (!info?.success) continue;
    classes.add(name);
    const declared = { ...info.data.input?.optional, ...info.data.input?.required };
    for (const [input, declaration] of Object.entries(declared)) {
      const list = choicesOf(declaration);
      if (list) lists.set(`${name}\n${input}`, list);
      const kind: unknown = Array.isArray(declaration) ? declaration[0] : null;
      if (kind === 'FLOAT' || kind === 'INT') numbers.set(`${name}\n${input}`, kind === 'FLOAT');
    }
  }
  return {
    classes,
    choices: (classType, input) => lists.get(`${classType}\n${input}`) ?? null,
    takesFractions: (classType, input) => numbers.get(`${classType}\n${input}`) ?? null,
  };
}

const samePlace = (one: Place, other: Place) =>
  one.node === other.node && one.input === other.input;

/**
 * What a server lacks for a workflow to run, in words; null when it has everything.
 * @param free places whose value is chosen from what the server offers, or uploaded
 */
export function lackOf(
  workflow: Workflow,
  nodes: ServerNodes,
  free: { offered: readonly Place[]; uploaded: readonly Place[] },
): LocalizedText | null {
  const types = new Set(Object.values(workflow).map((node) => node.class_type));
  const absent = [...types].filter((name) => !nodes.classes.has(name));
  if (absent.length > 0) {
    const names = absent.slice(0, 5).join(', ');
    return { cn: `ComfyUI 缺少节点：${names}`, en: `ComfyUI lacks nodes: ${names}` };
  }
  const files: string[] = [];
  for (const [id, node] of Object.entries(workflow)) {
    for (const input of Object.keys(node.inputs)) {
      const at = { node: id, input };
      const value = valueAt(workflow, at);
      const list = isLink(value) ? null : nodes.choices(node.class_type, input);
      if (!list || free.uploaded.some((other) => samePlace(at, other))) continue;
      if (free.offered.some((other) => samePlace(at, other))) {
        if (list.length === 0) {
          const what = `${node.class_type} ${input}`;
          return {
            cn: `ComfyUI 里没有可选的文件（${what}）`,
            en: `ComfyUI has no file to choose from (${what})`,
          };
        }
      } else if (!list.some((offered) => offered === value))
        files.push(String(value).slice(0, 200));
    }
  }
  if (files.length === 0) return null;
  const names = files.slice(0, 5).join(', ');
  return { cn: `ComfyUI 缺少：${names}`, en: `ComfyUI lacks: ${names}` };
}
