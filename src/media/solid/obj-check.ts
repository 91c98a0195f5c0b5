import {
  solidMaxTriangles,
  solidMaxVertices,
  solidTextMaxBytes,
} from '../../domain/solids/limits.ts';
import { isObjText } from '../../domain/solids/obj-text.ts';
import { SolidError } from '../../domain/solids/problems.ts';

const [lineFeed, space, tab] = [10, 32, 9];
const [letterV, letterF, letterL, letterP, letterO, letterG] = [118, 102, 108, 112, 111, 103];
/** Groups become objects of their own. */
const groupsMax = 20_000;

/**
 * Counts what an OBJ is made of, before a reader makes numbers of it: two letters of a face can mean a whole triangle.
 * @throws SolidError
 */
export function checkObj(bytes: Uint8Array): void {
  if (bytes.length > solidTextMaxBytes) throw new SolidError('too-large');
  if (!isObjText(bytes)) throw new SolidError('broken', 'It is no OBJ');
  let [corners, triangles, groups] = [0, 0, 0];
  for (let at = 0; at < bytes.length;) {
    let end = bytes.indexOf(lineFeed, at);
    if (end === -1) end = bytes.length;
    while (at < end && (bytes[at] === space || bytes[at] === tab)) at += 1;
    const first = bytes[at];
    if (first === letterV) corners += 1;
    else if (first === letterO || first === letterG) groups += 1;
    else if (first === letterF || first === letterL || first === letterP) {
      let words = 0;
      for (let place = at + 1; place < end; place += 1) {
        const isBlank = bytes[place] === space || bytes[place] === tab;
        const wasBlank = bytes[place - 1] === space || bytes[place - 1] === tab;
        if (!isBlank && wasBlank) words += 1;
      }
      triangles += first === letterF ? Math.max(0, words - 2) : words;
    }
    at = end + 1;
  }
  const isDetailed =
    corners > 3 * solidMaxVertices || triangles > solidMaxTriangles / 2 || groups > groupsMax;
  if (isDetailed) throw new SolidError('too-detailed');
}
