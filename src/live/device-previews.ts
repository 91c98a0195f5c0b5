import type { IntentId } from '../domain/ids.ts';

/** How requests look so far that this page makes itself. They die with it, like what it is making. */

const pictures = new Map<IntentId, Blob>();
const listeners = new Set<() => void>();

/** @param picture null: nothing is shown any more */
export function showDevicePreview(id: IntentId, picture: Blob | null): void {
  if (picture) pictures.set(id, picture);
  else pictures.delete(id);
  for (const listener of listeners) listener();
}

/** Told after each change. @returns the way to stop */
export function watchDevicePreviews(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The newest one; null while there is none. */
export const devicePreviewOf = (id: IntentId): Blob | null => pictures.get(id) ?? null;
