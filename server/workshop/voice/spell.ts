const digits = '零一二三四五六七八九';
const spellDigits = (number: string): string =>
  number.replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? digit);

/**
 * Writes out what eSpeak NG's Chinese leaves out or says wrongly: full-width digits and letters, years, decimals and
 * percentages. Its own marks for phonemes are taken apart, in every language.
 */
export function spellOut(text: string, language: string): string {
  const plain = text.replaceAll('[[', '[ [');
  if (language !== 'cmn' && language !== 'yue') return plain;
  return plain
    .replaceAll(/[！-～]/g, (wide) =>
      /[０-９Ａ-Ｚａ-ｚ％．]/.test(wide)
        ? String.fromCodePoint(wide.codePointAt(0)! - 0xfee0)
        : wide,
    )
    .replaceAll(/(?<![\d.])(\d{4})(?=\s*年)/g, spellDigits)
    .replaceAll(/(?<![\d.])(\d+(?:\.\d+)?)\s*%/g, '百分之$1')
    .replaceAll(
      /(?<![\d.])(\d+)\.(\d+)(?![\d.])/g,
      (_, whole: string, part: string) => `${whole}点${spellDigits(part)}`,
    );
}
