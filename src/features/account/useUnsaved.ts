import { useEffect } from 'react';
import { holdUnsaved } from '../../../sw/client-unsaved.ts';

/** Holds back a new version, as `holdUnsaved` does, for as long as something in this tab is not on the disk. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? holdUnsaved() : undefined), [isUnsaved]);
}
