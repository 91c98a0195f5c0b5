const tailCharacters = 4_096;

/**
 * How far a run is, read from what it logs: the last `45%|████▌ |` of tqdm and its like.
 * @returns 0…1, or null where nothing of the kind was logged
 */
export function fractionOfLogs(logs: string | null | undefined): number | null {
  const found = [...(logs ?? '').slice(-tailCharacters).matchAll(/(\d{1,3})%\s*\|/g)].at(-1);
  const percent = Number(found?.[1] ?? NaN);
  return percent >= 0 && percent <= 100 ? percent / 100 : null;
}
