const optionsMax = 4;
/** Of the panel beside the result, in the width of a Latin letter. */
const room = 28;

/** Whether choices fit beside each other without breaking a word; a Chinese character is as wide as two letters. */
export function liesOpen(labels: readonly string[]): boolean {
  const width = [...labels.join('')].reduce(
    (sum, character) =>
      sum + (/[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(character) ? 2 : 1),
    0,
  );
  return labels.length <= optionsMax && width <= room;
}
