/** More than these would be too short to look at. */
export const mostShots = 4;

/** Between two shots: a semicolon, an arrow, a new line, or "then". */
const between =
  /[;；\n→]+|[，,。.]?\s*(?:然后|接着|随后|之后)[，,]?|[,.]?\s+\b(?:and )?then\b,?\s+/gi;

/** The prompts of a film's shots, in order; at least one. */
export function splitShots(prompt: string): string[] {
  const parts = prompt
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? [prompt] : parts.slice(0, mostShots);
}
