import { promptMaxCharacters } from '../../../src/domain/limits.ts';

/** What sharp tells of a file's metadata. */
export interface EmbeddedTexts {
  /** Texts of a PNG. */
  comments: { keyword: string; text: string }[];
  /** A TIFF structure, with or without `Exif\0\0` before it. */
  exif: Buffer | null;
  xmp: string | null;
}

const tidy = (text: string): string | null => {
  const clean = text.replaceAll(/[^\P{Cc}\n]/gu, '').trim();
  return clean === '' ? null : clean.slice(0, promptMaxCharacters);
};

/**
 * The prompt in the text that many programs write: prompt, `Negative prompt: …`, `Steps: …, Sampler: …`. Other
 * text is nobody's prompt.
 */
function fromParameters(text: string): string | null {
  const end = /(?:^|\n)[ \t]{0,20}(?:Negative prompt:|Steps: \d+)/.exec(text);
  return end ? tidy(text.slice(0, end.index)) : null;
}

/** Of the longest text node of a ComfyUI graph, since which one is the prompt stands nowhere. */
function fromGraph(text: string): string | null {
  let graph: unknown;
  try {
    graph = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof graph !== 'object' || graph === null) return null;
  const texts = Object.values(graph as Record<string, unknown>).flatMap((node) => {
    const { class_type: kind, inputs } = (node ?? {}) as {
      class_type?: unknown;
      inputs?: { text?: unknown };
    };
    const isText = typeof kind === 'string' && kind.startsWith('CLIPTextEncode');
    return isText && typeof inputs?.text === 'string' ? [inputs.text] : [];
  });
  const positive = texts.filter((one) => !/worst quality|low quality|bad anatomy/i.test(one));
  return tidy(positive.toSorted((left, right) => right.length - left.length)[0] ?? '');
}

const imageDescription = 0x010e;
const exifFolder = 0x8769;
const userComment = 0x9286;
const entriesMax = 512;

/** Texts of an EXIF block; whatever points outside of it is passed over. */
function exifTexts(block: Buffer): string[] {
  const tiff = block.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? block.subarray(6) : block;
  const order = tiff.subarray(0, 2).toString('latin1');
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return [];
  const isLittle = order === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const texts: string[] = [];
  const read = (folder: number, depth: number): void => {
    if (folder < 8 || folder + 2 > tiff.length || depth > 1) return;
    const count = Math.min(entriesMax, short(folder));
    for (let index = 0; index < count; index += 1) {
      const entry = folder + 2 + index * 12;
      if (entry + 12 > tiff.length) return;
      const tag = short(entry);
      const bytes = long(entry + 4);
      if (tag === exifFolder) read(long(entry + 8), depth + 1);
      if (tag !== imageDescription && tag !== userComment) continue;
      const from = bytes <= 4 ? entry + 8 : long(entry + 8);
      if (from + bytes > tiff.length) continue;
      texts.push(textOf(tiff.subarray(from, from + bytes), tag === userComment, isLittle));
    }
  };
  read(long(4), 0);
  return texts;
}

/** A user comment begins with eight bytes that name its encoding. */
function textOf(value: Buffer, isComment: boolean, isLittle: boolean): string {
  if (!isComment) return value.toString('utf8');
  const code = value.subarray(0, 8).toString('latin1');
  const rest = value.subarray(8);
  if (!code.startsWith('UNICODE')) return rest.toString('utf8');
  const even = rest.subarray(0, rest.length - (rest.length % 2));
  // Programs don't agree whether it follows the block's byte order: a Latin letter tells.
  const isBig = even.length > 1 ? even[0] === 0 && even[1] !== 0 : !isLittle;
  return (isBig ? Buffer.from(even).swap16() : even).toString('utf16le');
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function fromXmp(xmp: string): string | null {
  const [, description = ''] =
    /<dc:description>\s*<rdf:Alt>\s*<rdf:li[^>]*>([^<]*)<\/rdf:li>/.exec(xmp) ?? [];
  const text = description.replaceAll(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => entities[name]!,
  );
  return fromParameters(text) ?? tidy(text);
}

/** The words that a file says it was made from; null when it carries none. */
export function embeddedPrompt({ comments, exif, xmp }: EmbeddedTexts): string | null {
  for (const { keyword, text } of comments) {
    if (keyword === 'parameters') {
      const found = fromParameters(text) ?? tidy(text);
      if (found !== null) return found;
    }
  }
  const graph = comments.find(({ keyword }) => keyword === 'prompt');
  const drawn = graph
    ? (fromGraph(graph.text) ?? (graph.text.startsWith('{') ? null : tidy(graph.text)))
    : null;
  if (drawn !== null) return drawn;
  for (const text of exif ? exifTexts(exif) : []) {
    const found = fromParameters(text);
    if (found !== null) return found;
  }
  if (xmp !== null) return fromXmp(xmp);
  const told = comments.find(({ keyword }) => keyword === 'Description');
  return told ? tidy(told.text) : null;
}
