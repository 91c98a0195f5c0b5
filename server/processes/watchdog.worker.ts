import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { overMemory, type ProcessBounds } from './contract.ts';
import { killGroup } from './group.ts';

const lookEveryMs = 250;
const { parent, memoryBytes } = workerData as ProcessBounds;

/** Once it has no parent, a process belongs to somebody else; on Windows it keeps the old number. */
function isOrphan(): boolean {
  if (process.platform !== 'win32') return process.ppid !== parent;
  try {
    return !process.kill(parent, 0);
  } catch {
    return true;
  }
}

/**
 * A thread of its own sees what the main thread can't while a task keeps it busy: that the platform has died, and
 * that memory outside the JavaScript heap (pictures, native code) grows without end.
 */
setInterval(() => {
  if (isOrphan()) return killGroup(process.pid);
  if (process.memoryUsage.rss() <= memoryBytes) return;
  // Written at once: nothing that waits for the event loop would still be sent.
  writeSync(2, `${overMemory}\n`);
  killGroup(process.pid);
}, lookEveryMs);
