/**
 * Whether a JPEG carries an EXIF orientation other than "as it is". Reads only the head: APP1 comes before the
 * picture (Exif 2.32, section 4.5.4).
 */
export async function hasExifRotation(jpeg: Blob): Promise<boolean> {
  const view = new DataView(await jpeg.slice(0, 256 * 1024).arrayBuffer());
  try {
    return orientationOf(view) > 1;
  } catch {
    // A cut or broken header: the decoder shows it as it is.
    return false;
  }
}

function orientationOf(view: DataView): number {
  let offset = 2;
  while (offset + 4 <= view.byteLength) {
    const marker = view.getUint16(offset);
    if (marker >> 8 !== 0xff || marker === 0xffda) return 1;
    const length = view.getUint16(offset + 2);
    const isExif = marker === 0xffe1 && view.getUint32(offset + 4) === 0x45786966;
    if (isExif) return orientationInTiff(view, offset + 10);
    offset += 2 + length;
  }
  return 1;
}

function orientationInTiff(view: DataView, start: number): number {
  const isLittleEndian = view.getUint16(start) === 0x4949;
  const directory = start + view.getUint32(start + 4, isLittleEndian);
  const entries = view.getUint16(directory, isLittleEndian);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (view.getUint16(entry, isLittleEndian) === 0x0112) {
      return view.getUint16(entry + 8, isLittleEndian);
    }
  }
  return 1;
}
