import { setLine, type Lettering } from '../lettering/set-line.ts';
import { detailsMaxCharacters, subtitleMaxCharacters, titleMaxCharacters } from './options.ts';

export interface PosterWords {
  title: string;
  subtitle: string;
  /** Small print: when, where, who; a line each. */
  details: string[];
  /** What is to be painted: the words without those that are to be written. */
  scene: string;
}

const han = /\p{Script=Han}/u;
export const isChinese = (text: string): boolean => han.test(text);

const quotes = /[“"「『《]([^”"」』》]{1,80})[”"」』》]/g;

const cut = (text: string, characters: number): string =>
  [...text.trim()].slice(0, characters).join('').trim();

/** What a poster says: its fields, else what stands in quotation marks, else how the words begin. */
export function readPoster(fields: {
  prompt: string;
  text: string;
  subtitle: string;
  details: string;
}): PosterWords {
  const quoted = [...fields.prompt.matchAll(quotes)].map(([, words]) => words!);
  const scene = fields.prompt.replaceAll(quotes, ' ').trim();
  const begins = scene.split(/[,，。;；:：\n]/)[0]!.trim();
  const short = isChinese(begins) ? cut(begins, 8) : begins.split(/\s+/).slice(0, 4).join(' ');
  const own = fields.text.trim();
  return {
    title: cut(own || quoted[0] || short, titleMaxCharacters),
    subtitle: cut(fields.subtitle || (own ? quoted[0] : quoted[1]) || '', subtitleMaxCharacters),
    details: cut(fields.details, detailsMaxCharacters)
      .split(/\n|[|｜]/)
      .map((line) => line.trim())
      .filter(Boolean)
      .slice(0, 4),
    scene: scene || own || quoted[0] || '',
  };
}

/** Where a text may be broken: between words, between Chinese characters but not before a punctuation mark. */
function pieces(text: string): string[] {
  return text.match(/\p{Script=Han}\p{P}*|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? [text];
}

/**
 * Breaks a text into lines of about the same length.
 * @param count of lines
 */
export function balanced(text: string, count: number): string[] {
  const parts = pieces(text);
  const weigh = (piece: string): number =>
    [...piece].reduce((sum, character) => sum + (han.test(character) ? 1 : 0.55), 0);
  const whole = parts.reduce((sum, piece) => sum + weigh(piece), 0);
  const lines: string[] = [];
  let line = '';
  let weight = 0;
  for (const piece of parts) {
    const full = (whole * (lines.length + 1)) / count;
    if (line && lines.length < count - 1 && weight + weigh(piece) / 2 > full) {
      lines.push(line.trim());
      line = '';
    }
    line += piece;
    weight += weigh(piece);
  }
  lines.push(line.trim());
  return lines.filter(Boolean);
}

export interface Block {
  lines: string[];
  /** Pixels an em. */
  size: number;
  widths: number[];
}

/**
 * The largest setting of a text that goes into a box: on one line or on several, whichever comes out larger.
 * @param leading line to line, in ems
 */
export async function fitBlock(
  text: string,
  lettering: Lettering,
  room: { width: number; height: number; sizeMax: number },
  leading: number,
): Promise<Block> {
  const most = Math.max(1, Math.min(5, pieces(text).length));
  let best: Block | null = null;
  for (let count = 1; count <= most; count += 1) {
    const lines = balanced(text, count);
    const widths: number[] = [];
    for (const line of lines) widths.push((await setLine(line, lettering)).width);
    const size = Math.min(
      room.sizeMax,
      room.width / Math.max(0.1, ...widths),
      room.height / (lines.length * leading),
    );
    // A further line has to be worth it.
    if (!best || size > best.size * 1.12)
      best = { lines, size, widths: widths.map((width) => width * size) };
  }
  return best!;
}
