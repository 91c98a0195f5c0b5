import type { ReactNode } from 'react';
import { atom, store } from './atoms.ts';
import type { Tone } from './StatusPill.tsx';

export interface Toast {
  readonly id: number;
  readonly message: ReactNode;
  readonly tone: Tone;
  readonly action: { label: ReactNode; onAction: () => void } | null;
  readonly durationMs: number;
}

/** The ones on the screen, oldest first. */
export const toastsAtom = atom<readonly Toast[]>([]);
let lastId = 0;

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
  store.set(toastsAtom, (shown) => [...shown.slice(-2), toast]);
  return () => closeToast(toast.id);
}

export function closeToast(id: number) {
  store.set(toastsAtom, (shown) => shown.filter((toast) => toast.id !== id));
}
