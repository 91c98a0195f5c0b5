const size = 624;
const shift = 397;

/** The Mersenne Twister (MT19937), which PyTorch draws from on a processor. @returns the next 32 bits, each time */
export function mersenneTwister(seed: number): () => number {
  const state = new Uint32Array(size);
  state[0] = seed;
  for (let at = 1; at < size; at += 1) {
    const before = state[at - 1] ?? 0;
    state[at] = Math.imul(1812433253, before ^ (before >>> 30)) + at;
  }
  let index = size;
  function refill(): void {
    for (let at = 0; at < size; at += 1) {
      const mixed = ((state[at] ?? 0) & 0x80000000) | ((state[(at + 1) % size] ?? 0) & 0x7fffffff);
      const twisted = (mixed >>> 1) ^ (mixed & 1 ? 0x9908b0df : 0);
      state[at] = (state[(at + shift) % size] ?? 0) ^ twisted;
    }
    index = 0;
  }
  return () => {
    if (index === size) refill();
    let bits = state[index] ?? 0;
    index += 1;
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    return (bits ^ (bits >>> 18)) >>> 0;
  };
}

/** How many values PyTorch turns from even into normal ones together. */
const block = 16;

/** Pairs of even values become pairs of normal ones (Box and Muller), the halves of a block with each other. */
function turnBlock(values: Float32Array, from: number): void {
  for (let at = from; at < from + block / 2; at += 1) {
    const radius = Math.sqrt(-2 * Math.log(1 - (values[at] ?? 0)));
    const angle = 2 * Math.PI * (values[at + block / 2] ?? 0);
    values[at] = radius * Math.cos(angle);
    values[at + block / 2] = radius * Math.sin(angle);
  }
}

/** Draws normal values one batch after the other. */
export type Draw = (count: number) => Float32Array;

/**
 * Normal values as `torch.randn` gives them on a processor for the same seed, so that a seed means the same picture
 * as in diffusers and ComfyUI.
 * @param seed 0…2^32-1
 */
export function torchNormals(seed: number): Draw {
  const next = mersenneTwister(seed);
  const even = (): number => (next() & 0xffffff) / 0x1000000;
  return (count) => {
    if (count < block) throw new Error('PyTorch draws fewer than 16 values in another way');
    const values = Float32Array.from({ length: count }, even);
    for (let at = 0; at + block <= count; at += block) turnBlock(values, at);
    if (count % block !== 0) {
      // What is left over is no block: the last sixteen are drawn once more.
      const from = count - block;
      for (let at = from; at < count; at += 1) values[at] = even();
      turnBlock(values, from);
    }
    return values;
  };
}
