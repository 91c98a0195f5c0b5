import { useSyncExternalStore } from 'react';
import type { IntentId } from '../domain/ids.ts';
import { devicePreviewOf, watchDevicePreviews } from './device-previews.ts';

/** How a request looks so far that this page makes itself; null while there is nothing to see. */
export function useDevicePreview(id: IntentId): Blob | null {
  return useSyncExternalStore(watchDevicePreviews, () => devicePreviewOf(id));
}
