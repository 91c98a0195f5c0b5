import { downloadNameMaxCharacters } from '../limits.ts';
import { monthOf } from '../months.ts';
import { archivePaths } from './layout.ts';

/** Most file systems take names of 255 bytes; a name here leaves room for its ending and for a copy's number. */
const nameMaxBytes = 200;

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x1_00_00 ? 3 : 4;
}

/** The beginning of a text that is no longer than this, in characters and in bytes as UTF-8. */
function cutText(text: string, maxCharacters: number, maxBytes: number): string {
  let cut = '';
  let bytes = 0;
  for (const character of [...text].slice(0, maxCharacters)) {
    bytes += utf8Length(character.codePointAt(0) ?? 0);
    if (bytes > maxBytes) break;
    cut += character;
  }
  return cut.trim();
}

/**
 * Where a work lies in an archive, without its ending: by months, in order of time, found by its words. The last part
 * of its id tells apart what was made of the same words within a second.
 */
export function archivedName({
  id,
  prompt,
  createdAtMs,
}: {
  id: string;
  prompt: string;
  createdAtMs: number;
}): string {
  const moment = new Date(createdAtMs).toISOString().replaceAll(/[-:]/g, '').replace('T', '-');
  const before = `${moment.slice(0, 15)} `;
  const after = ` ${id.slice(-8)}`;
  const words = prompt
    // eslint-disable-next-line no-control-regex -- control characters are exactly what must go
    .replaceAll(/[\u0000-\u001f\u007f-\u009f/\\:*?"<>|.]+/g, ' ')
    // They would have a name read backwards, or hide its end.
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    // Half of a character that takes two is none, and no name.
    .replaceAll(/\p{Surrogate}/gu, '')
    // One spelling for one word: some file systems would write two.
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const room = before.length + after.length;
  const cut = cutText(words, downloadNameMaxCharacters - room, nameMaxBytes - room);
  return `${archivePaths.works}/${monthOf(createdAtMs)}/${before}${cut || 'kiln'}${after}`;
}

/** Name of an archive among the person's downloads. */
export function archiveFileName(nowMs: number): string {
  const moment = new Date(nowMs).toISOString().slice(0, 16).replaceAll(':', '').replace('T', '-');
  return `kiln-${moment}.zip`;
}
