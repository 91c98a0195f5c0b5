/** What is compared: widths, cases and accents aside. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
}

export interface Findable {
  label: string;
  blurb: string;
  /** The specification's name, which people know from elsewhere. */
  type: string;
}

/** Those that have every word of the question, in their name before elsewhere; in their order otherwise. */
export function findTools<Tool extends Findable>(tools: readonly Tool[], question: string): Tool[] {
  const words = plain(question).split(/\s+/).filter(Boolean);
  const ranked = tools.flatMap((tool) => {
    const label = plain(tool.label);
    const all = `${label} ${plain(tool.blurb)} ${plain(tool.type)}`;
    if (!words.every((word) => all.includes(word))) return [];
    const place = words.every((word) => label.includes(word)) ? 0 : 1;
    return [{ tool, place }];
  });
  return ranked.toSorted((left, right) => left.place - right.place).map(({ tool }) => tool);
}
