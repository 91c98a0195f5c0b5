/**
 * Minimum cut of a grid with eight neighbours by the search trees of Boykov and Kolmogorov (2004). The grid has
 * a rim of one pixel on each side, without any capacity, so that no neighbour has to be looked for outside.
 */
export interface Grid {
  /** With the rim. */
  width: number;
  height: number;
  /** Eight per node, in the order of `directions`; emptied by the search. */
  capacity: Float32Array;
  /** Per node: above 0 to the source, below 0 to the sink; emptied by the search. */
  terminal: Float32Array;
}

/** Steps to the eight neighbours; each is followed by its opposite. */
export const directionsOf = (width: number): readonly number[] => [
  1,
  -1,
  width,
  -width,
  width + 1,
  -width - 1,
  width - 1,
  1 - width,
];

const free = 0;
const ofSource = 1;
const ofSink = 2;

const atTerminal = 8;
const nobody = 9;

/** @returns 1 for nodes on the source's side of the cut */
export function cutGrid({ width, height, capacity, terminal }: Grid): Uint8Array {
  const count = width * height;
  const steps = directionsOf(width);
  const tree = new Uint8Array(count);
  /** Direction to the parent, or one of the two above. */
  const parent = new Uint8Array(count).fill(nobody);
  const stamp = new Int32Array(count);
  const distance = new Int32Array(count);
  // A queue of nodes that may grow; the last one points to itself.
  const nextActive = new Int32Array(count).fill(-1);
  let firstActive = -1;
  let lastActive = -1;
  const orphans: number[] = [];
  let time = 0;

  function activate(node: number): void {
    if (nextActive[node] !== -1) return;
    if (lastActive >= 0) nextActive[lastActive] = node;
    else firstActive = node;
    lastActive = node;
    nextActive[node] = node;
  }

  function takeActive(): number {
    while (firstActive >= 0) {
      const node = firstActive;
      const following = nextActive[node]!;
      if (following === node) {
        firstActive = -1;
        lastActive = -1;
      } else firstActive = following;
      nextActive[node] = -1;
      if (parent[node] !== nobody) return node;
    }
    return -1;
  }

  function augment(sourceSide: number, direction: number): void {
    const sinkSide = sourceSide + steps[direction]!;
    let least = capacity[sourceSide * 8 + direction]!;
    let node = sourceSide;
    while (parent[node] !== atTerminal) {
      const up = parent[node]!;
      const above = node + steps[up]!;
      least = Math.min(least, capacity[above * 8 + (up ^ 1)]!);
      node = above;
    }
    least = Math.min(least, terminal[node]!);
    node = sinkSide;
    while (parent[node] !== atTerminal) {
      const up = parent[node]!;
      least = Math.min(least, capacity[node * 8 + up]!);
      node += steps[up]!;
    }
    least = Math.min(least, -terminal[node]!);

    capacity[sourceSide * 8 + direction]! -= least;
    capacity[sinkSide * 8 + (direction ^ 1)]! += least;
    node = sourceSide;
    while (parent[node] !== atTerminal) {
      const up = parent[node]!;
      const above = node + steps[up]!;
      capacity[node * 8 + up]! += least;
      capacity[above * 8 + (up ^ 1)]! -= least;
      if (capacity[above * 8 + (up ^ 1)]! <= 0) {
        parent[node] = nobody;
        orphans.push(node);
      }
      node = above;
    }
    terminal[node]! -= least;
    if (terminal[node]! <= 0) {
      parent[node] = nobody;
      orphans.push(node);
    }
    node = sinkSide;
    while (parent[node] !== atTerminal) {
      const up = parent[node]!;
      const above = node + steps[up]!;
      capacity[above * 8 + (up ^ 1)]! += least;
      capacity[node * 8 + up]! -= least;
      if (capacity[node * 8 + up]! <= 0) {
        parent[node] = nobody;
        orphans.push(node);
      }
      node = above;
    }
    terminal[node]! += least;
    if (terminal[node]! >= 0) {
      parent[node] = nobody;
      orphans.push(node);
    }
  }

  /** Steps to a terminal, or -1 where the way up has been cut. */
  function stepsToTerminal(from: number): number {
    let node = from;
    let way = 0;
    for (;;) {
      if (stamp[node] === time) {
        way += distance[node]!;
        break;
      }
      const up = parent[node]!;
      if (up === nobody) return -1;
      way += 1;
      if (up === atTerminal) {
        stamp[node] = time;
        distance[node] = 1;
        break;
      }
      node += steps[up]!;
    }
    let left = way;
    for (node = from; stamp[node] !== time; node += steps[parent[node]!]!) {
      stamp[node] = time;
      distance[node] = left;
      left -= 1;
    }
    return way;
  }

  function adopt(orphan: number): void {
    const side = tree[orphan]!;
    let best = nobody;
    let bestWay = Infinity;
    for (let direction = 0; direction < 8; direction += 1) {
      const other = orphan + steps[direction]!;
      if (tree[other] !== side || parent[other] === nobody) continue;
      const open =
        side === ofSource
          ? capacity[other * 8 + (direction ^ 1)]!
          : capacity[orphan * 8 + direction]!;
      if (open <= 0) continue;
      const way = stepsToTerminal(other);
      if (way >= 0 && way < bestWay) {
        best = direction;
        bestWay = way;
      }
    }
    parent[orphan] = best;
    if (best !== nobody) {
      stamp[orphan] = time;
      distance[orphan] = bestWay + 1;
      return;
    }
    for (let direction = 0; direction < 8; direction += 1) {
      const other = orphan + steps[direction]!;
      if (tree[other] !== side) continue;
      const open =
        side === ofSource
          ? capacity[other * 8 + (direction ^ 1)]!
          : capacity[orphan * 8 + direction]!;
      if (open > 0) activate(other);
      if (parent[other] === (direction ^ 1)) {
        parent[other] = nobody;
        orphans.push(other);
      }
    }
    tree[orphan] = free;
  }

  for (let node = 0; node < count; node += 1) {
    if (terminal[node] === 0) continue;
    tree[node] = terminal[node]! > 0 ? ofSource : ofSink;
    parent[node] = atTerminal;
    distance[node] = 1;
    activate(node);
  }

  let node = takeActive();
  while (node >= 0) {
    const side = tree[node]!;
    let meeting = -1;
    for (let direction = 0; direction < 8; direction += 1) {
      const other = node + steps[direction]!;
      const open =
        side === ofSource
          ? capacity[node * 8 + direction]!
          : capacity[other * 8 + (direction ^ 1)]!;
      if (open <= 0) continue;
      if (tree[other] === free) {
        tree[other] = side;
        parent[other] = direction ^ 1;
        stamp[other] = stamp[node]!;
        distance[other] = distance[node]! + 1;
        activate(other);
      } else if (tree[other] !== side) {
        meeting = direction;
        break;
      } else if (stamp[other]! <= stamp[node]! && distance[other]! > distance[node]!) {
        parent[other] = direction ^ 1;
        stamp[other] = stamp[node]!;
        distance[other] = distance[node]! + 1;
      }
    }
    if (meeting < 0) {
      node = takeActive();
      continue;
    }
    time += 1;
    if (side === ofSource) augment(node, meeting);
    else augment(node + steps[meeting]!, meeting ^ 1);
    for (let at = 0; at < orphans.length; at += 1) adopt(orphans[at]!);
    orphans.length = 0;
    if (parent[node] === nobody) node = takeActive();
  }
  return tree.map((side) => (side === ofSource ? 1 : 0));
}
