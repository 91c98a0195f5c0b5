import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as fontkit from 'fontkit';
import { decompress } from 'wawoff2';
import { faces, type FaceName } from './faces.ts';

const packages = createRequire(import.meta.url);

interface Part {
  name: string;
  ranges: readonly (readonly [first: number, last: number])[];
}

const partsOf = new Map<FaceName, Part[]>();
const loaded = new Map<string, Promise<fontkit.Font>>();
/** Opened files, some 200 KB each, that a process keeps. */
const keptMax = 96;

/** The files of a face, by the characters in each: `unicode.json` of its package. */
function readParts(face: FaceName): Part[] {
  const known = partsOf.get(face);
  if (known) return known;
  const listing = packages.resolve(`${faces[face].package}/unicode.json`);
  const entries = JSON.parse(readFileSync(listing, 'utf8')) as Record<string, string>;
  const parts = Object.entries(entries).map(([name, list]) => ({
    name: name.replaceAll(/[[\]]/g, ''),
    ranges: list.split(',').map((range) => {
      const [first, last] = range.trim().slice(2).split('-');
      return [Number.parseInt(first!, 16), Number.parseInt(last ?? first!, 16)] as const;
    }),
  }));
  partsOf.set(face, parts);
  return parts;
}

/** Which file of a face has a character; null when none has. */
export function partWith(face: FaceName, codePoint: number): string | null {
  const part = readParts(face).find(({ ranges }) =>
    ranges.some(([first, last]) => codePoint >= first && codePoint <= last),
  );
  return part?.name ?? null;
}

async function open(face: FaceName, part: string, weight: number): Promise<fontkit.Font> {
  const { package: holder, file, weights } = faces[face];
  const folder = path.dirname(packages.resolve(`${holder}/unicode.json`));
  const compressed = readFileSync(path.join(folder, 'files', file(part)));
  // The library reads WOFF2 too, but not the weights in it.
  const plain = Buffer.from(await decompress(compressed));
  const font = fontkit.create(plain) as fontkit.Font;
  return weights ? font.getVariation({ wght: weight }) : font;
}

/** @param weight is brought within what the face has */
export function loadFont(face: FaceName, part: string, weight: number): Promise<fontkit.Font> {
  const { weights } = faces[face];
  const bounded = weights ? Math.min(weights[1], Math.max(weights[0], Math.round(weight))) : 400;
  const key = `${face} ${part} ${bounded}`;
  const known = loaded.get(key);
  if (known) return known;
  if (loaded.size >= keptMax) loaded.delete(loaded.keys().next().value!);
  const opening = open(face, part, bounded);
  loaded.set(key, opening);
  return opening;
}
