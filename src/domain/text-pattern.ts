/** More is a text, which no pattern of a field is made for. */
const judgedCharacters = 500;

/**
 * Whether a pattern is judged quickly, whatever the text: a repeated group may take for ever over a few letters, and
 * schemas come from models that anybody wrote.
 */
function isQuick(pattern: string): boolean {
  const unbounded = pattern.match(/[*+]|,\}/g)?.length ?? 0;
  return pattern.length <= 200 && unbounded <= 2 && !/\)[*+?{]/.test(pattern);
}

/** Whether a text is of the form that a schema asks for; what can't be judged here is the model's to judge. */
export function fitsPattern(text: string, pattern: string): boolean {
  if (!isQuick(pattern) || text.length > judgedCharacters) return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}
