import { load } from 'exifreader';
import { sniffMediaType } from '../../domain/file-kinds.ts';
import {
  recipeMaxCharacters,
  recipeMaxDeflated,
  recipeMaxPieces,
  uploadMaxBytes,
  uploadMetadataMaxBytes,
} from '../../domain/limits.ts';
import { readStructure } from '../../domain/pictures/structure.ts';
import {
  emptyRecipe,
  isTelling,
  type KilnRequest,
  type Recipe,
} from '../../domain/recipes/recipe.ts';
import { readComfyui } from './comfyui.ts';
import { noteSign } from './exif-block.ts';
import { readInfotext } from './infotext.ts';
import { readRequest } from './kiln-request.ts';
import { textsOfXmp, xmpOf } from './xmp.ts';

/** Types in which the programs that are read here save pictures. */
const types: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** Exif 2.32, 4.6.5: eight letters say how the rest is encoded. */
const codeBytes = 8;

/** UTF-16 as it says, or as its zeros show: A1111 writes the larger byte first, others don't. */
function readUtf16(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  let [even, odd] = [0, 0];
  for (let at = 0; at < Math.min(bytes.length, 2_000); at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  return new TextDecoder(odd > even ? 'utf-16le' : 'utf-16be').decode(bytes);
}

/** @param value of the tag UserComment, byte by byte */
export function readUserComment(value: readonly number[]): string {
  const bytes = Uint8Array.from(value.slice(0, recipeMaxCharacters));
  const code = String.fromCharCode(...bytes.subarray(0, codeBytes)).replaceAll('\0', '');
  const rest = bytes.subarray(codeBytes);
  const text =
    code === 'UNICODE'
      ? readUtf16(rest)
      : new TextDecoder().decode(code === 'ASCII' || code === '' ? rest : bytes);
  return text.replaceAll('\0', '');
}

/** What the programs write into, by its name in the file. */
interface Texts {
  parameters: string | null;
  prompt: string | null;
  workflow: string | null;
  comment: string | null;
  kiln: string | null;
}

function textOf(value: unknown): string | null {
  const text: unknown = Array.isArray(value) ? value[0] : value;
  return typeof text === 'string' && text !== '' && text.length <= recipeMaxCharacters
    ? text
    : null;
}

/** `prompt:{…}` and `workflow:{…}`, as ComfyUI writes into the tags for a camera's maker and model. */
function behind(name: string, tags: readonly (string | null)[]): string | null {
  const found = tags.find((text) => text?.toLowerCase().startsWith(`${name}:`));
  return found?.slice(name.length + 1) ?? null;
}

/** What Kiln has written into the tag for a camera's own notes. */
function noteOf(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  const note = Uint8Array.from((value as number[]).slice(0, recipeMaxCharacters));
  const text = new TextDecoder().decode(note);
  return text.startsWith(noteSign) ? text.slice(noteSign.length) : null;
}

async function readTexts(file: ArrayBuffer): Promise<Texts> {
  const tags = await load(file, {
    expanded: true,
    async: true,
    includeTags: { png: true, exif: true },
    decompress: { maxDecompressedSize: recipeMaxCharacters },
  });
  const words: Readonly<Record<string, { value?: unknown; description?: unknown }>> =
    tags.pngText ?? {};
  const text = (name: string) => textOf(words[name]?.description) ?? textOf(words[name]?.value);
  const exif = new Map<string, { value?: unknown }>(Object.entries(tags.exif ?? {}));
  const comment = exif.get('UserComment')?.value;
  const camera = ['Make', 'Model', 'ImageDescription'].map((name) => textOf(exif.get(name)?.value));
  return {
    parameters: text('parameters'),
    prompt: text('prompt') ?? behind('prompt', camera),
    workflow: text('workflow') ?? behind('workflow', camera),
    comment: Array.isArray(comment) ? readUserComment(comment as number[]) : null,
    kiln: text('kiln') ?? noteOf(exif.get('MakerNote')?.value),
  };
}

/** A picture of Kiln's: what its own words say comes before what others can read of it. */
function recipeOfKiln(request: KilnRequest, read: Recipe | null): Recipe {
  const { prompt, negativePrompt, model } = request;
  return {
    ...(read ?? emptyRecipe('kiln')),
    program: 'kiln',
    prompt,
    negativePrompt,
    request,
    model: read?.model ?? model,
  };
}

/** What XMP says of a picture, in the same words as a comment. */
function recipeOfXmp(packet: string): Recipe | null {
  for (const text of textsOfXmp(packet)) {
    const recipe = text.startsWith('{') ? readComfyui(text, null) : readInfotext(text);
    if (recipe) return recipe;
  }
  return null;
}

/**
 * The settings that a picture carries; null where it carries none that is understood, or more than is good.
 * @param file PNG, JPEG or WebP; anything else carries none
 */
export async function readRecipe(file: Blob): Promise<Recipe | null> {
  if (file.size > uploadMaxBytes) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mediaType = sniffMediaType(bytes.subarray(0, 64));
  if (mediaType === null || !types.has(mediaType)) return null;
  const structure = readStructure(bytes, mediaType);
  if (
    structure === null ||
    structure.metadataPieces > recipeMaxPieces ||
    structure.metadataBytes > uploadMetadataMaxBytes ||
    structure.deflated.length > recipeMaxDeflated
  )
    return null;
  let texts: Texts;
  try {
    texts = await readTexts(bytes.buffer);
  } catch {
    // A file that is no such picture after all carries no settings.
    return null;
  }
  const { parameters, prompt, workflow, comment, kiln } = texts;
  const isGraph = comment?.trimStart().startsWith('{') === true;
  const read =
    (parameters === null ? null : readInfotext(parameters)) ??
    (comment === null || isGraph ? null : readInfotext(comment)) ??
    readComfyui(prompt ?? (isGraph ? comment : null), workflow);
  const request = kiln === null ? null : readRequest(kiln);
  if (request) return recipeOfKiln(request, read);
  const packet = read ? null : xmpOf(bytes, mediaType);
  const recipe = read ?? (packet === null ? null : recipeOfXmp(packet));
  return recipe && isTelling(recipe) ? recipe : null;
}
