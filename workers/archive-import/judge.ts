import { mediaTypes } from '../../src/domain/file-kinds.ts';
import { RefusedError } from '../../src/domain/imports/refusals.ts';
import {
  uploadMaxFrames,
  uploadMaxPixels,
  uploadMaxScans,
  uploadMetadataMaxPieces,
} from '../../src/domain/limits.ts';
import { mediaKind } from '../../src/domain/media-kind.ts';
import { readStructure } from '../../src/domain/pictures/structure.ts';
import { isPlainSvg } from '../../src/domain/plain-svg.ts';
import { recogniseMediaType } from '../../src/domain/solids/obj-text.ts';
import { WorkerGoneError } from '../asked-worker.ts';
import type { BroughtBytes } from '../../src/media/zip/entry-bytes.ts';

/** What a file turned out to be, by its bytes alone. */
export interface Judged {
  mediaType: string;
  /** 0 for what has none, and for what does not say. */
  width: number;
  height: number;
  /** Base64url; empty for what is no picture. */
  thumbhash: string;
}

export interface Size {
  width: number;
  height: number;
}

/** What was seen of a picture where it was opened before: its size as it is shown, and its blur. */
export type Seen = Size & Pick<Judged, 'thumbhash'>;

/** Opens files as a page would: whoever imports hands in what its thread has. */
export interface Openers {
  /**
   * @param pixels as its header says
   * @throws whatever the decoder throws
   */
  picture(picture: Blob, pixels: number): Promise<Seen>;
  /** Films and sounds. @throws for what is none */
  track(file: Blob): Promise<Size>;
}

const svgType = 'image/svg+xml';
const svgMaxBytes = 4 * 1024 * 1024;
/** What can be a work; whether the device shows it is another question. */
const accepted: ReadonlySet<string> = new Set(
  mediaTypes.filter((type) => mediaKind(type) !== 'other'),
);

/** @returns its size, as its header says */
function checkPicture(head: Uint8Array, mediaType: string): Size {
  const structure = readStructure(head, mediaType);
  if (!structure || structure.width === 0 || structure.height === 0)
    throw new RefusedError('does-not-decode');
  const isDemanding =
    structure.width * structure.height > uploadMaxPixels ||
    structure.frames > uploadMaxFrames ||
    structure.scans > uploadMaxScans ||
    structure.metadataPieces > uploadMetadataMaxPieces;
  if (isDemanding) throw new RefusedError('too-demanding');
  return structure;
}

/** Whether a picture of this size is shown so; one that was taken with the camera held upright lies on its side. */
const isShownAs = ({ width, height }: Size, shown: Size): boolean =>
  (width === shown.width && height === shown.height) ||
  (width === shown.height && height === shown.width);

function sizeOfDrawing(text: string): Size {
  const number = (name: string) => {
    const found = new RegExp(`^<svg [^>]*\\b${name}="(\\d{1,5})`).exec(text);
    return found ? Number(found[1]) : 0;
  };
  return { width: number('width'), height: number('height') };
}

function judgeDrawing(brought: BroughtBytes): Judged {
  const text = new TextDecoder().decode(brought.head);
  if (!brought.isWhole || brought.head.length > svgMaxBytes || !isPlainSvg(text))
    throw new RefusedError('unsafe-drawing');
  return { mediaType: svgType, ...sizeOfDrawing(text), thumbhash: '' };
}

/**
 * A container with the length that it says, and its description first (glTF 2.0, section 4.4). The other kinds were
 * recognised by all that they have in common; what they hold is looked at when one is opened.
 */
function checkSolid({ head, bytes }: BroughtBytes, mediaType: string): void {
  if (mediaType !== 'model/gltf-binary') return;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const isGlb =
    head.length >= 20 &&
    view.getUint32(4, true) === 2 &&
    view.getUint32(8, true) === bytes &&
    view.getUint32(16, true) === 0x4e4f534a &&
    view.getUint32(12, true) <= bytes - 20;
  if (!isGlb) throw new RefusedError('does-not-decode');
}

async function opened<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    // Nobody has looked at it: that says nothing of the file.
    if (error instanceof WorkerGoneError) throw error;
    throw new RefusedError('does-not-decode', error);
  }
}

/**
 * What a file is, opened once to be sure of it; its name and what an archive says of it count for nothing.
 * @param seen of a picture that a Kiln had open before it wrote the archive, and whose hash is the one that is written
 *   there: it is not opened again, which is most of the work of an import. Where that was a lie, its owner sees a
 *   damaged picture among their works.
 * @throws RefusedError
 */
export async function judge(
  brought: BroughtBytes,
  openers: Openers,
  seen: Seen | null = null,
): Promise<Judged> {
  const mediaType = recogniseMediaType(brought.head);
  if (mediaType === 'application/zip') throw new RefusedError('nested-archive');
  if (mediaType === null || !accepted.has(mediaType)) throw new RefusedError('unknown-type');
  if (mediaType === svgType) return judgeDrawing(brought);
  const kind = mediaKind(mediaType);
  if (kind === 'picture') {
    const size = checkPicture(brought.head, mediaType);
    if (seen && isShownAs(size, seen)) return { mediaType, ...seen };
    const pixels = size.width * size.height;
    return { mediaType, ...(await opened(openers.picture(brought.as(mediaType), pixels))) };
  }
  if (kind === 'solid') {
    checkSolid(brought, mediaType);
    return { mediaType, width: 0, height: 0, thumbhash: '' };
  }
  return { mediaType, ...(await opened(openers.track(brought.as(mediaType)))), thumbhash: '' };
}
