import { useObjectUrl } from '../../ui/useObjectUrl.ts';

/** Where something can be shown from: an address as it is, of a Blob one that lives as long as it is shown; null for neither. */
export function useAddress(media: Blob | string | null): string | null {
  const isAddress = typeof media === 'string';
  const ofBlob = useObjectUrl(isAddress ? null : media);
  return isAddress ? media : ofBlob;
}
