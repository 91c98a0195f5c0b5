/** Mean and covariance of OKLab triples. */
export interface Spread {
  mean: readonly [number, number, number];
  /** Row by row. */
  covariance: readonly number[];
}

const size = 3;

/** Keeps colours of an almost even picture from being stretched to extremes. */
const quietest = 4e-5;

export function measureColours(triples: Float32Array): Spread {
  const count = triples.length / size;
  const sums = [0, 0, 0];
  const products = Array.from({ length: size * size }, () => 0);
  for (let at = 0; at < triples.length; at += size) {
    for (let row = 0; row < size; row += 1) {
      const value = triples[at + row]!;
      sums[row]! += value;
      for (let column = 0; column < size; column += 1) {
        products[row * size + column]! += value * triples[at + column]!;
      }
    }
  }
  const mean = sums.map((sum) => sum / count) as [number, number, number];
  const covariance = products.map((product, index) => {
    const row = Math.floor(index / size);
    const column = index % size;
    return product / count - mean[row]! * mean[column]! + (row === column ? quietest : 0);
  });
  return { mean, covariance };
}

function multiply(one: readonly number[], other: readonly number[]): number[] {
  return Array.from({ length: size * size }, (_, index) => {
    const row = Math.floor(index / size) * size;
    const column = index % size;
    return (
      one[row]! * other[column]! +
      one[row + 1]! * other[size + column]! +
      one[row + 2]! * other[2 * size + column]!
    );
  });
}

/** Applies `change` to the eigenvalues of a symmetric matrix (cyclic Jacobi). */
function onEigenvalues(matrix: readonly number[], change: (value: number) => number): number[] {
  let a = [...matrix];
  let vectors = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let sweep = 0; sweep < 12; sweep += 1) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const off = a[p * size + q]!;
      if (Math.abs(off) < 1e-15) continue;
      const angle = 0.5 * Math.atan2(2 * off, a[q * size + q]! - a[p * size + p]!);
      const turn = [1, 0, 0, 0, 1, 0, 0, 0, 1];
      turn[p * size + p] = Math.cos(angle);
      turn[q * size + q] = Math.cos(angle);
      turn[p * size + q] = Math.sin(angle);
      turn[q * size + p] = -Math.sin(angle);
      const back = turn.map((_, index) => turn[(index % size) * size + Math.floor(index / size)]!);
      a = multiply(multiply(back, a), turn);
      vectors = multiply(vectors, turn);
    }
  }
  const values = [0, 1, 2].map((index) => change(Math.max(1e-12, a[index * size + index]!)));
  const scaled = vectors.map((value, index) => value * values[index % size]!);
  const flipped = vectors.map(
    (_, index) => vectors[(index % size) * size + Math.floor(index / size)]!,
  );
  return multiply(scaled, flipped);
}

/**
 * Gives a picture the colours of another by the linear Monge–Kantorovich map (Pitié and Kokaram 2007): the
 * smallest change of all that brings mean and covariance over, so that no edge and no gradient breaks.
 * @param triples OKLab of the picture
 * @param model OKLab of the picture with the colours, or what was measured of it
 */
export function transferColours(triples: Float32Array, model: Float32Array | Spread): Float32Array {
  const from = measureColours(triples);
  const to = model instanceof Float32Array ? measureColours(model) : model;
  const root = onEigenvalues(from.covariance, Math.sqrt);
  const inverse = onEigenvalues(from.covariance, (value) => 1 / Math.sqrt(value));
  const middle = onEigenvalues(multiply(multiply(root, to.covariance), root), Math.sqrt);
  const map = multiply(multiply(inverse, middle), inverse);
  const result = new Float32Array(triples.length);
  for (let at = 0; at < triples.length; at += size) {
    const L = triples[at]! - from.mean[0];
    const a = triples[at + 1]! - from.mean[1];
    const b = triples[at + 2]! - from.mean[2];
    for (let row = 0; row < size; row += 1) {
      result[at + row] =
        to.mean[row]! + map[row * size]! * L + map[row * size + 1]! * a + map[row * size + 2]! * b;
    }
  }
  return result;
}
