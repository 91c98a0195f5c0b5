/** A name short enough for a card, whole where it is (spec 1, section 9). */
export function cutName(name: string, most: number): string {
  const letters = [...name];
  return letters.length <= most ? name : `${letters.slice(0, most).join('').trimEnd()}…`;
}
