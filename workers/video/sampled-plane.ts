/**
 * A plane that can be read between its pixels at the cost of one load: each number holds a pixel and its neighbours to
 * the right, below, and both. Around it lies a border that repeats its edge, so that no reader has to look where it is.
 */
export interface SampledPlane {
  data: Uint32Array;
  stride: number;
  border: number;
}

export function samplePlane(
  plane: Uint8Array,
  width: number,
  height: number,
  border: number,
): SampledPlane {
  const stride = width + 2 * border;
  const rows = height + 2 * border;
  const data = new Uint32Array(stride * rows);
  // Two rows of the plane with their borders, of which the lower one is the upper one of the next step.
  let upper = new Uint8Array(stride + 1);
  let lower = new Uint8Array(stride + 1);
  const read = (row: number, into: Uint8Array) => {
    const at = Math.min(height - 1, Math.max(0, row)) * width;
    into.fill(plane[at]!, 0, border);
    into.set(plane.subarray(at, at + width), border);
    into.fill(plane[at + width - 1]!, border + width);
  };
  read(-border, upper);
  for (let row = 0; row < rows; row += 1) {
    read(row + 1 - border, lower);
    const at = row * stride;
    for (let column = 0; column < stride; column += 1) {
      data[at + column] =
        upper[column]! |
        (lower[column]! << 8) |
        (upper[column + 1]! << 16) |
        (lower[column + 1]! << 24);
    }
    [upper, lower] = [lower, upper];
  }
  return { data, stride, border };
}
