/** What is sent to a process of a pool. */
export type ToProcess<Task> =
  | { kind: 'task'; task: Task; scratch: string }
  /** The task is to end by itself, because it holds a program that the process has to see the end of. */
  | { kind: 'end' };

/** What a process of a pool sends. */
export type FromProcess<News, Result> =
  /** From here on an end of the process is the task's doing. */
  | { kind: 'taken' }
  | { kind: 'news'; news: News }
  | { kind: 'holds'; isHolding: boolean }
  | { kind: 'result'; result: Result; residentBytes: number };

/** How a process knows its bounds and whom it belongs to; its environment carries them as text. */
export const boundsVariable = 'KILN_PROCESS_BOUNDS';

export interface ProcessBounds {
  /** The process that started it: without it, nobody waits for what it does. */
  parent: number;
  /** Of everything it holds, pictures and native memory included. */
  memoryBytes: number;
}

/** Said on its standard error by a process that ends because of its memory. */
export const overMemory = 'kiln: more memory than a task may have';
