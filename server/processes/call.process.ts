import type { CallResult, FunctionCall, ThrownPlainly } from './calls.ts';
import { serveTasks } from './serve.ts';

type Called = (...args: readonly unknown[]) => Promise<unknown>;

function plain(error: unknown): ThrownPlainly {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  const fields = Object.entries(error).filter(([field]) => field !== 'cause');
  return { ...(JSON.parse(JSON.stringify(Object.fromEntries(fields))) as object), name, message };
}

/** What a process for single functions runs. */
serveTasks(async ({ module, name, args }: FunctionCall): Promise<CallResult> => {
  try {
    const loaded = (await import(module)) as Record<string, Called>;
    return { ok: true, value: await loaded[name]!(...args) };
  } catch (error) {
    return { ok: false, thrown: plain(error) };
  }
});
