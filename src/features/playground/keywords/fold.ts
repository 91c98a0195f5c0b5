/**
 * Text as it is compared: without case, accents, widths of letters and kinds of hyphen, and in the spelling of
 * captions, so that "colour" finds "color".
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[\s\p{Pd}]+/gu, ' ')
    .replaceAll('colour', 'color')
    .replaceAll('grey', 'gray')
    .trim();
}
