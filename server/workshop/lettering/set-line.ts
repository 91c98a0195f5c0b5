import type { Font } from 'fontkit';
import { transformed, type Outline, type Segment } from '../vector/outline.ts';
import { faces, type FaceName } from './faces.ts';
import { loadFont, partWith } from './fonts.ts';

export interface Lettering {
  face: FaceName;
  /** 100…900, as far as the face goes. */
  weight: number;
  /** Space added behind each character, in ems. */
  tracking?: number;
}

/** A character where it stands in its line; the baseline is y = 0, an em is 1, y grows downwards. */
export interface SetGlyph {
  character: string;
  outline: Outline;
  /** Of its origin. */
  x: number;
  advance: number;
}

export interface SetLine {
  glyphs: SetGlyph[];
  width: number;
  /** Height of capitals, or of the Chinese where there is any, above the baseline. */
  ascent: number;
  /** Of what hangs below the baseline. */
  descent: number;
  /** What was really set: characters that no face has are left out. */
  text: string;
}

const commands: Readonly<Record<string, Segment['command']>> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
};

const isChinese = (character: string): boolean => /\p{Script=Han}/u.test(character);

interface Run {
  face: FaceName;
  part: string;
  text: string;
}

/** Neighbours from one file go together, so that they are kerned. */
function splitRuns(text: string, wanted: FaceName): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    let face: FaceName | null = wanted;
    let part: string | null = null;
    while (face !== null && (part = partWith(face, character.codePointAt(0)!)) === null) {
      face = faces[face].otherwise;
    }
    if (face === null || part === null) continue;
    const last = runs.at(-1);
    if (last?.face === face && last.part === part) last.text += character;
    else runs.push({ face, part, text: character });
  }
  return runs;
}

function outlineOf(glyph: ReturnType<Font['layout']>['glyphs'][number], em: number): Outline {
  const segments = glyph.path.commands.map(({ command, args }) => ({
    command: commands[command]!,
    at: args,
  }));
  return transformed(segments, [1 / em, 0, 0, -1 / em, 0, 0]);
}

/** Sets one line, kerned. */
export async function setLine(text: string, lettering: Lettering): Promise<SetLine> {
  const tracking = lettering.tracking ?? 0;
  const glyphs: SetGlyph[] = [];
  let x = 0;
  for (const run of splitRuns(text.normalize('NFC'), lettering.face)) {
    const font = await loadFont(run.face, run.part, lettering.weight);
    const em = font.unitsPerEm;
    // Ligatures would leave letters without one of their own to space or bend.
    const { glyphs: shaped, positions } = font.layout(run.text, { liga: false, clig: false });
    for (const [index, glyph] of shaped.entries()) {
      const character = String.fromCodePoint(...glyph.codePoints);
      if (glyph.id === 0) continue;
      const position = positions[index]!;
      const advance = position.xAdvance / em + tracking;
      glyphs.push({ character, outline: outlineOf(glyph, em), x, advance });
      x += advance;
    }
  }
  const set = glyphs.map(({ character }) => character).join('');
  const chinese = [...set].some(isChinese);
  return {
    glyphs,
    width: Math.max(0, x - tracking),
    ascent: chinese ? 0.88 : /[A-Z0-9bdfhijklt]/.test(set) ? 0.72 : 0.54,
    descent: chinese ? 0.12 : /[gjpqyQ]/.test(set) ? 0.2 : 0,
    text: set,
  };
}

/** All of a line as one outline. @param size pixels an em, @param x of its left end, @param y of its baseline */
export function lineOutline(line: SetLine, size: number, x: number, y: number): Outline {
  return line.glyphs.flatMap((glyph) =>
    transformed(glyph.outline, [size, 0, 0, size, x + glyph.x * size, y]),
  );
}
