import { z } from 'zod';

export interface WorkflowNode {
  class_type: string;
  inputs: Record<string, unknown>;
}

/** A graph as ComfyUI exports it with "Export (API)": node ids to nodes. */
export type Workflow = Record<string, WorkflowNode>;

/** One input of one node, `6.text` in a manifest. */
export interface Place {
  node: string;
  input: string;
}

const nodesMax = 2_000;

const node = z.looseObject({
  class_type: z.string().min(1).max(200),
  inputs: z.record(z.string().max(200), z.unknown()),
});

const graph = z
  .record(z.string().regex(/^[^.]{1,100}$/, 'node ids have no dots'), node)
  .refine((nodes) => Object.keys(nodes).length > 0, 'has no nodes')
  .refine((nodes) => Object.keys(nodes).length <= nodesMax, `has more than ${nodesMax} nodes`);

/**
 * Reads a workflow in API format.
 * @throws Error with words for the person who saved it
 */
export function readWorkflow(value: unknown): Workflow {
  if (typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'nodes'))) {
    throw new Error('is saved for the editor; in ComfyUI choose “Export (API)”');
  }
  const parsed = graph.safeParse(value);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    throw new Error(`is no workflow in API format: ${first?.path.join('.')} ${first?.message}`);
  }
  return parsed.data;
}

/** Links are arrays; values that are arrays do not exist in this format. */
export function isLink(value: unknown): value is [string, number] {
  return Array.isArray(value);
}

export function valueAt(workflow: Workflow, { node: id, input }: Place): unknown {
  const inputs = workflow[id]?.inputs;
  return inputs && Object.hasOwn(inputs, input) ? inputs[input] : undefined;
}

/** A copy with other values in some places. */
export function fillWorkflow(
  workflow: Workflow,
  values: readonly { at: readonly Place[]; value: string | number | boolean }[],
): Workflow {
  const filled = structuredClone(workflow);
  for (const { at, value } of values) {
    for (const { node: id, input } of at) {
      const inputs = filled[id]?.inputs;
      if (inputs) inputs[input] = value;
    }
  }
  return filled;
}

/**
 * A copy without some nodes. Inputs that hung on them are left out, and nodes that hung on nothing else, such as one
 * that only makes the picture smaller.
 */
export function withoutNodes(workflow: Workflow, removed: readonly string[]): Workflow {
  const left = structuredClone(workflow);
  const gone = [...removed];
  for (let id = gone.pop(); id !== undefined; id = gone.pop()) {
    delete left[id];
    for (const [other, { inputs }] of Object.entries(left)) {
      const cut = Object.entries(inputs).filter(([, value]) => isLink(value) && value[0] === id);
      for (const [input] of cut) delete inputs[input];
      if (cut.length > 0 && !Object.values(inputs).some(isLink)) gone.push(other);
    }
  }
  return left;
}
