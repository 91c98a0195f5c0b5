import { tagAliasesMax, tagListMaxTags, tagMaxCharacters } from '../../src/domain/limits.ts';

/** A line of a list. */
export interface ParsedTag {
  name: string;
  category: number;
  count: number;
  aliases: string[];
}

export interface ParsedTags {
  tags: ParsedTag[];
  /** Lines that are none of the format, its heading among them, and those over the bound. */
  skippedLines: number;
}

/** A quoted field, with its quotes doubled inside, or a bare one; then a comma or the end of the line. */
const field = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

/** @returns null when quotes do not match */
function fieldsOf(line: string): string[] | null {
  const fields: string[] = [];
  field.lastIndex = 0;
  for (;;) {
    const match = field.exec(line);
    if (!match) return null;
    const [, quoted, bare = '', end] = match;
    fields.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === '') return fields;
  }
}

/** Nothing that is not seen: it would hide what is inserted, or turn the words around it. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

function isTagText(text: string): boolean {
  return text !== '' && text.length <= tagMaxCharacters && !unseen.test(text);
}

function parseLine(line: string): ParsedTag | null {
  const fields = fieldsOf(line);
  if (!fields) return null;
  const [name = '', category = '', count = '', aliases = ''] = fields.map((each) => each.trim());
  if (!isTagText(name) || !/^(-1|\d{1,2})$/.test(category) || !/^\d{1,10}$/.test(count)) {
    return null;
  }
  return {
    name,
    category: Number(category),
    count: Math.min(Number(count), 0xff_ff_ff_ff),
    aliases:
      aliases === ''
        ? []
        : aliases
            .split(',', tagAliasesMax)
            .map((alias) => alias.trim())
            .filter(isTagText),
  };
}

/**
 * Reads a list as image boards' tags are passed around: `name,category,count,"alias,alias"`, a line each.
 *
 * Line by line, not by a reader of CSV at large: there a quote that is never closed would take the rest of the file
 * along, here it costs its line.
 */
export function parseTags(text: string): ParsedTags {
  const tags: ParsedTag[] = [];
  let skippedLines = 0;
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
    start = end + 1;
    if (line.trim() === '') continue;
    const tag = tags.length < tagListMaxTags ? parseLine(line) : null;
    if (tag) tags.push(tag);
    else skippedLines += 1;
  }
  return { tags, skippedLines };
}
