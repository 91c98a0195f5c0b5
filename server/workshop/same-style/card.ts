import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { modelNameMaxCharacters } from '../../../src/domain/limits.ts';
import type { StyleFacts } from './style.ts';

/** Keyword of the PNG text chunk in which a trained style travels. */
const keyword = 'kiln-style';
/** It stands before the pixels. */
const searchedBytes = 64 * 1024;

/** A style that was trained, and what it was called. */
export interface TrainedStyle extends StyleFacts {
  name: string;
}

const share = z.number().min(-2).max(2);
const facts = z.object({
  name: z
    .string()
    .max(4 * modelNameMaxCharacters)
    .default(''),
  colours: z.object({
    mean: z.tuple([share, share, share]),
    covariance: z.array(share).length(9),
  }),
  tones: z.array(z.number().min(0).max(1)).length(65),
  bands: z.array(z.number().min(1e-5).max(1)).length(3),
});

/** JSON that is ASCII only: text chunks of a PNG are Latin-1. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** @param png whole file @returns the same with the style in a text chunk behind its header */
export function writeStyle(png: Uint8Array, style: TrainedStyle): Uint8Array {
  const round = (values: readonly number[]) => values.map((value) => Number(value.toPrecision(6)));
  const { name, colours, tones, bands } = style;
  const text = asciiJson({
    name,
    colours: { mean: round(colours.mean), covariance: round(colours.covariance) },
    tones: round(tones),
    bands: round(bands),
  });
  const body = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1');
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  // Signature and header have 33 bytes.
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

/** @param head the first 64 KiB of a file @returns null where it carries no style */
export function readStyle(head: Buffer): TrainedStyle | null {
  if (head.length < 41 || head.readUInt32BE(0) !== 0x89504e47) return null;
  let at = 8;
  while (at + 12 <= Math.min(head.length, searchedBytes)) {
    const length = head.readUInt32BE(at);
    const type = head.toString('latin1', at + 4, at + 8);
    const data = head.subarray(at + 8, at + 8 + length);
    if (type === 'tEXt' && data.toString('latin1', 0, keyword.length + 1) === `${keyword}\0`) {
      try {
        return facts.parse(JSON.parse(data.toString('latin1', keyword.length + 1)));
      } catch {
        // Damaged, or somebody else's: then it is a picture like any other.
        return null;
      }
    }
    if (type === 'IDAT' || type === 'IEND') return null;
    at += 12 + length;
  }
  return null;
}
