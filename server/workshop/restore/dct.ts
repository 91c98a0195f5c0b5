/** Side of the blocks that are denoised. */
export const blockSide = 8;
const blockSize = blockSide * blockSide;

/** Orthonormal DCT-II basis: row = frequency, column = sample. */
const basis = new Float64Array(blockSize);
for (let frequency = 0; frequency < blockSide; frequency += 1) {
  const scale = Math.sqrt((frequency === 0 ? 1 : 2) / blockSide);
  for (let sample = 0; sample < blockSide; sample += 1) {
    basis[frequency * blockSide + sample] =
      scale * Math.cos((Math.PI * (2 * sample + 1) * frequency) / (2 * blockSide));
  }
}

const half = new Float64Array(blockSize);

/** out = B · block · Bᵀ, both sides 8×8. */
export function forwardDct(block: Float64Array, out: Float64Array): void {
  multiply(block, out, false);
}

/** out = Bᵀ · block · B. */
export function inverseDct(block: Float64Array, out: Float64Array): void {
  multiply(block, out, true);
}

function multiply(block: Float64Array, out: Float64Array, inverse: boolean): void {
  const along = inverse ? 1 : blockSide;
  const across = inverse ? blockSide : 1;
  for (let row = 0; row < blockSide; row += 1) {
    for (let column = 0; column < blockSide; column += 1) {
      let sum = 0;
      for (let k = 0; k < blockSide; k += 1) {
        sum += basis[row * along + k * across]! * block[k * blockSide + column]!;
      }
      half[row * blockSide + column] = sum;
    }
  }
  for (let row = 0; row < blockSide; row += 1) {
    for (let column = 0; column < blockSide; column += 1) {
      let sum = 0;
      for (let k = 0; k < blockSide; k += 1) {
        sum += half[row * blockSide + k]! * basis[column * along + k * across]!;
      }
      out[row * blockSide + column] = sum;
    }
  }
}
