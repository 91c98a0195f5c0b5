/** What can be known of a picture without decoding it. */
export interface PictureStructure {
  width: number;
  height: number;
  frames: number;
  /** Passes over the pixels that a decoder has to make; a progressive JPEG has many. */
  scans: number;
  /** Pieces beside the pixels, and their bytes as they are stored. */
  metadataPieces: number;
  metadataBytes: number;
  /** Those of them that a decoder inflates, zlib streams. */
  deflated: Uint8Array[];
  /** What follows is not the picture's: a film of the moment, another picture, anything. */
  end: number;
}

export const emptyStructure = (end: number): PictureStructure => ({
  width: 0,
  height: 0,
  frames: 1,
  scans: 1,
  metadataPieces: 0,
  metadataBytes: 0,
  deflated: [],
  end,
});

/** Whole numbers and letters of a file; beyond its end there are zeros. */
export class Bytes {
  readonly data: Uint8Array;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  get length(): number {
    return this.data.length;
  }

  at(offset: number): number {
    return this.data[offset] ?? 0;
  }

  big16(offset: number): number {
    return (this.at(offset) << 8) | this.at(offset + 1);
  }

  little16(offset: number): number {
    return this.at(offset) | (this.at(offset + 1) << 8);
  }

  little24(offset: number): number {
    return this.little16(offset) | (this.at(offset + 2) << 16);
  }

  big32(offset: number): number {
    return this.big16(offset) * 0x1_0000 + this.big16(offset + 2);
  }

  little32(offset: number): number {
    return this.little16(offset) + this.little16(offset + 2) * 0x1_0000;
  }

  text(offset: number, length: number): string {
    return String.fromCharCode(...this.data.subarray(offset, offset + length));
  }
}
