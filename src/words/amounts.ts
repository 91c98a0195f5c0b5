import { languageTag } from '../domain/languages.ts';
import { plainFigure, spaced } from './plain-figures.ts';

/** A price: "¥19", "¥19.50". @param fen hundredths of a yuan */
export function formatYuan(fen: number, language: string): string {
  return new Intl.NumberFormat(languageTag(language), {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(fen / 100);
}

const compactFormats = new Map<string, Intl.NumberFormat>();

/** A large number in short: "1.2M", "120 万". Kept per language, because lists of them are made at every keystroke. */
export function formatCompact(value: number, language: string): string {
  const short = value >= 0 && value < 1_000 ? plainFigure(value, language) : null;
  if (short !== null) return short;
  let format = compactFormats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(languageTag(language), {
      notation: 'compact',
      maximumFractionDigits: 1,
    });
    compactFormats.set(language, format);
  }
  return spaced(format.format(value));
}
