import { createRandom } from '../painter/random.ts';

export type Segment = readonly [fromX: number, fromY: number, toX: number, toY: number];

const angles = 180;
const cosines = Float32Array.from({ length: angles }, (_, angle) =>
  Math.cos((Math.PI * angle) / angles),
);
const sines = Float32Array.from({ length: angles }, (_, angle) =>
  Math.sin((Math.PI * angle) / angles),
);

export interface HoughOptions {
  /** Edge pixels that must agree on a line. */
  votes: number;
  shortest: number;
  /** Pixels that may be missing within one line. */
  gap: number;
  seed: number;
}

/**
 * Straight pieces of edges: the progressive probabilistic Hough transform (Matas, Galambos and Kittler,
 * 2000). Edge pixels vote in random order; as soon as enough agree, the line is followed and its pixels
 * are taken out.
 * @param edges 1 on an edge; left empty where a line was taken
 */
export function findSegments(
  edges: Uint8Array,
  width: number,
  height: number,
  options: HoughOptions,
  report: (part: number) => void,
): Segment[] {
  const reach = Math.ceil(Math.hypot(width, height));
  const spans = 2 * reach + 1;
  const votes = new Int32Array(angles * spans);
  const voted = new Uint8Array(edges.length);
  const order: number[] = [];
  for (let index = 0; index < edges.length; index += 1) if (edges[index]) order.push(index);
  const random = createRandom(options.seed, 'hough');
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = random.int(0, index);
    const held = order[index]!;
    order[index] = order[other]!;
    order[other] = held;
  }

  const vote = (index: number, by: 1 | -1): number => {
    const x = index % width;
    const y = (index - x) / width;
    let best = -1;
    let most = options.votes - 1;
    for (let angle = 0; angle < angles; angle += 1) {
      const distance = Math.round(x * cosines[angle]! + y * sines[angle]!) + reach;
      const slot = angle * spans + distance;
      votes[slot]! += by;
      if (votes[slot]! <= most) continue;
      most = votes[slot]!;
      best = angle;
    }
    return best;
  };

  /** An edge pixel on the line or right beside it, −1 without one. */
  const edgeAt = (x: number, y: number, acrossX: number, acrossY: number): number => {
    for (const side of [0, 1, -1]) {
      const column = Math.round(x + side * acrossX);
      const row = Math.round(y + side * acrossY);
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      if (edges[row * width + column]) return row * width + column;
    }
    return -1;
  };

  const segments: Segment[] = [];
  for (const [done, index] of order.entries()) {
    if (done % 2048 === 0) report(done / order.length);
    if (!edges[index]) continue;
    voted[index] = 1;
    const angle = vote(index, 1);
    if (angle < 0) continue;
    const x = index % width;
    const y = (index - x) / width;
    const acrossX = cosines[angle]!;
    const acrossY = sines[angle]!;
    const found = new Set([index]);
    const ends = [-1, 1].map((side) => {
      let last = 0;
      for (let step = 1; step - last <= options.gap; step += 1) {
        const px = x - acrossY * step * side;
        const py = y + acrossX * step * side;
        if (px < 0 || py < 0 || px > width - 1 || py > height - 1) break;
        const there = edgeAt(px, py, acrossX, acrossY);
        if (there < 0) continue;
        found.add(there);
        last = step;
      }
      return [x - acrossY * last * side, y + acrossX * last * side] as const;
    });
    const [from, to] = ends as [readonly [number, number], readonly [number, number]];
    const isLong = Math.hypot(to[0] - from[0], to[1] - from[1]) >= options.shortest;
    for (const taken of found) {
      if (isLong && voted[taken]) vote(taken, -1);
      edges[taken] = 0;
    }
    if (isLong) segments.push([...from, ...to]);
  }
  return segments;
}
