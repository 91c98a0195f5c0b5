import type { GenerateIntent } from '../../../domain/intent.ts';

/** How many outputs a request asked for: by the platform's word, else by its own parameters. */
export function outputCount(request: GenerateIntent): number {
  const { progress, payload, workIds } = request;
  const asked = payload.input['n'] ?? payload.input['num_outputs'];
  return progress?.total || (typeof asked === 'number' ? asked : 0) || workIds.length || 1;
}
