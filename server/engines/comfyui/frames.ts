import type { EnginePreview } from '../contract/engine.ts';

/** Event types of binary messages (protocol.py); all numbers are big-endian. */
const previewImage = 1;
const previewImageWithMetadata = 4;

const frameMaxBytes = 8 * 1024 * 1024;
const metadataMaxBytes = 64 * 1024;

/** What the bytes say they are; ComfyUI's own header is not needed for it. */
function mediaTypeOf(data: Uint8Array): EnginePreview['mediaType'] | null {
  if (data[0] === 0xff && data[1] === 0xd8) return 'image/jpeg';
  if (data[0] === 0x89 && data[1] === 0x50) return 'image/png';
  if (data[0] === 0x52 && data[8] === 0x57) return 'image/webp';
  return null;
}

function promptIdOf(metadata: Uint8Array): string | null {
  try {
    const parsed = JSON.parse(new TextDecoder().decode(metadata)) as unknown;
    const id: unknown =
      typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'prompt_id') : null;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/**
 * Reads a binary message: `[1][format][picture]`, or `[4][length][metadata as JSON][picture]`.
 * @returns null for texts, other kinds, and whatever is no picture
 */
export function readFrame(
  message: ArrayBuffer,
): { preview: EnginePreview; promptId: string | null } | null {
  if (message.byteLength < 12 || message.byteLength > frameMaxBytes) return null;
  const view = new DataView(message);
  const kind = view.getUint32(0);
  let start = 8;
  let promptId: string | null = null;
  if (kind === previewImageWithMetadata) {
    const length = view.getUint32(4);
    if (length > metadataMaxBytes || 8 + length > message.byteLength) return null;
    promptId = promptIdOf(new Uint8Array(message, 8, length));
    start += length;
  } else if (kind !== previewImage) return null;
  const data = new Uint8Array(message, start);
  const mediaType = mediaTypeOf(data);
  return mediaType && { preview: { data, mediaType }, promptId };
}
