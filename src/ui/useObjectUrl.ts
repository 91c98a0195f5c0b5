import { useCallback, useSyncExternalStore } from 'react';

// One URL per Blob, however many places show it.
const shown = new Map<Blob, { url: string; places: number }>();

/** A URL for a Blob that lives exactly as long as something shows it; null until there is one. */
export function useObjectUrl(blob: Blob | null | undefined): string | null {
  const subscribe = useCallback(() => {
    if (!blob) return () => {};
    const entry = shown.get(blob) ?? { url: URL.createObjectURL(blob), places: 0 };
    entry.places += 1;
    shown.set(blob, entry);
    return () => {
      entry.places -= 1;
      if (entry.places > 0) return;
      shown.delete(blob);
      URL.revokeObjectURL(entry.url);
    };
  }, [blob]);
  // React asks again right after subscribing, which is when the URL exists.
  return useSyncExternalStore(subscribe, () => (blob ? (shown.get(blob)?.url ?? null) : null));
}
