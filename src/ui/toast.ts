import type { ReactNode } from 'react';
import type { Tone } from './StatusPill.tsx';

export interface Toast {
  readonly id: number;
  readonly message: ReactNode;
  readonly tone: Tone;
  readonly action: { label: ReactNode; onAction: () => void } | null;
  readonly durationMs: number;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Says something short that has no place of its own on the screen: an undo, a copy, a save elsewhere.
 * What happened to a thing in view is said at that thing, with `Notice` or `StatusPill`.
 * @returns closes it early
 */
export function showToast(options: {
  message: ReactNode;
  tone?: Tone;
  action?: { label: ReactNode; onAction: () => void };
  durationMs?: number;
}): () => void {
  lastId += 1;
  const toast: Toast = {
    id: lastId,
    message: options.message,
    tone: options.tone ?? 'quiet',
    action: options.action ?? null,
    durationMs: options.durationMs ?? (options.action ? 8_000 : 5_000),
  };
  // Three at most: a fourth means the words belong somewhere else.
  publish([...toasts.slice(-2), toast]);
  return () => closeToast(toast.id);
}

export function closeToast(id: number) {
  publish(toasts.filter((toast) => toast.id !== id));
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}
