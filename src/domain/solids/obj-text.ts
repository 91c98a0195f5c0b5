import { sniffMediaType } from '../file-kinds.ts';

/** What a line of an OBJ begins with. */
const statement =
  /^(?:#|(?:v[tnp]?|[fglops]|cstype|deg|bmat|step|curv2?|surf|parm|trim|hole|scrv|sp|end|con|mg|bevel|c_interp|d_interp|lod|usemtl|mtllib|usemap|maplib|shadow_obj|trace_obj)(?:\s|$))/;
const corner = /^v(?:\s+[-+]?[\d.]+(?:e[-+]?\d+)?){3}/i;
/** Lines that are looked at. */
const enough = 400;

/**
 * Whether a text is a Wavefront OBJ, which has no signature: every line is one of its statements, and one of them is a
 * corner.
 * @param head its first bytes; the last line may be cut
 */
export function isObjText(head: Uint8Array): boolean {
  const cut = head.subarray(0, 64 * 1024);
  // Zeros are in no text.
  if (cut.includes(0)) return false;
  let text = '';
  for (let at = 0; at < cut.length; at += 4_096) {
    text += String.fromCharCode(...cut.subarray(at, at + 4_096));
  }
  const lines = text.replace(/^\u00ef\u00bb\u00bf/, '').split(/\r?\n/, enough);
  if (lines.length > 1 && lines.length < enough) lines.pop();
  let hasCorner = false;
  let continues = false;
  for (const line of lines) {
    const trimmed = line.trim();
    if (!continues && trimmed !== '' && !statement.test(trimmed)) return false;
    hasCorner ||= corner.test(trimmed);
    continues = trimmed.endsWith('\\');
  }
  return hasCorner;
}

/** The media type of a file that may be an OBJ, by its bytes. @param head its first 64 KiB, or all of it */
export function recogniseMediaType(head: Uint8Array): string | null {
  return sniffMediaType(head.subarray(0, 64)) ?? (isObjText(head) ? 'model/obj' : null);
}
