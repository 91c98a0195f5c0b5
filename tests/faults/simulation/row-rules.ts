import type { GenerateIntent, Intent, IntentStage } from '../../../src/domain/intent.ts';
import type { Device } from './device.ts';
import type { Realm } from './realm.ts';

/** Where a row may go from each stage, retries under the same identity included. */
const nextStages: Record<IntentStage, readonly IntentStage[]> = {
  saved: ['uploading', 'submitted', 'done', 'failed', 'cancelled', 'needs-attention'],
  uploading: ['submitted', 'failed', 'cancelled', 'needs-attention'],
  submitted: ['running', 'bringing-home', 'failed', 'cancelled', 'needs-attention'],
  running: ['bringing-home', 'failed', 'cancelled', 'needs-attention'],
  'bringing-home': ['done', 'running', 'failed', 'cancelled', 'needs-attention'],
  'needs-attention': ['saved', 'running', 'cancelled'],
  // For good: a retry gets a new identity.
  done: [],
  failed: [],
  cancelled: [],
};

/** What is wrong with a change of a row; null when nothing is. */
function faultOf(before: GenerateIntent, after: GenerateIntent): string | null {
  if (before.stage !== after.stage && !nextStages[before.stage].includes(after.stage)) {
    return `goes from ${before.stage} to ${after.stage}`;
  }
  if (before.jobId !== null && after.jobId !== before.jobId) return 'changes its job';
  if (before.workIds.some((id) => !after.workIds.includes(id)) && after.stage !== 'done') {
    return 'forgets a work';
  }
  const [from, to] = [before.progress?.percent ?? 0, after.progress?.percent ?? 0];
  if (!(to >= from && to < 100)) return `goes from ${from} % to ${to} %`;
  return null;
}

/** Dexie hands over changes as paths into the row. */
function applied(row: Intent, changes: Record<string, unknown>): Intent {
  const after = structuredClone(row);
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.');
    let target = after as unknown as Record<string, unknown>;
    for (const name of names.slice(0, -1)) target = target[name] as Record<string, unknown>;
    target[names.at(-1) ?? ''] = value;
  }
  return after;
}

/** Holds every write of every host against the rules of a row's life. @returns the way to stop */
export function watchRows(realms: readonly Realm[], device: Device): () => void {
  const stops = realms.map((realm) => {
    const { intents } = realm.database.db;
    const onUpdate = (changes: object, _key: unknown, before: Intent) => {
      const after = applied(before, changes as Record<string, unknown>);
      const host = device.hosts().find((each) => each.realm === realm);
      if (before.stage !== after.stage) {
        device.note(`${host?.name} ${before.id.slice(-6)} ${before.stage} → ${after.stage}`);
      }
      if (before.kind === 'generate' && after.kind === 'generate') {
        const fault = faultOf(before, after);
        if (fault) device.violate(`${before.id} ${fault}`);
      }
      host?.countEffect();
    };
    intents.hook('updating', onUpdate);
    return () => intents.hook('updating').unsubscribe(onUpdate);
  });
  return () => {
    for (const stop of stops) stop();
  };
}
