/** Labels of a picture, one a pixel. */
export type Labels = Uint8Array;

/** Each pixel takes what most of its neighbours are (5 × 5), which rounds off ragged edges. */
export function majority(labels: Labels, width: number, height: number, kinds: number): Labels {
  const result = new Uint8Array(labels.length);
  const votes = new Int32Array(kinds);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      votes.fill(0);
      let best = labels[y * width + x]!;
      for (let dy = -2; dy <= 2; dy += 1) {
        for (let dx = -2; dx <= 2; dx += 1) {
          if (Math.abs(dx) + Math.abs(dy) > 3) continue;
          const column = Math.min(width - 1, Math.max(0, x + dx));
          const row = Math.min(height - 1, Math.max(0, y + dy));
          const label = labels[row * width + column]!;
          votes[label]! += 1;
          if (votes[label]! > votes[best]!) best = label;
        }
      }
      result[y * width + x] = best;
    }
  }
  return result;
}

/** Gives areas smaller than `leastPixels` to the neighbour with the longest common border. */
export function dissolveSmall(labels: Labels, width: number, leastPixels: number): Labels {
  const result = labels.slice();
  const seen = new Uint8Array(labels.length);
  const queue = new Int32Array(labels.length);
  for (let start = 0; start < labels.length; start += 1) {
    if (seen[start]) continue;
    const label = result[start]!;
    let [head, tail] = [0, 0];
    queue[tail] = start;
    tail += 1;
    seen[start] = 1;
    const borders = new Map<number, number>();
    while (head < tail) {
      const index = queue[head]!;
      head += 1;
      const x = index % width;
      const near = [
        x > 0 ? index - 1 : -1,
        x < width - 1 ? index + 1 : -1,
        index - width,
        index + width < labels.length ? index + width : -1,
      ];
      for (const other of near) {
        if (other < 0) continue;
        if (result[other] !== label) {
          borders.set(result[other]!, (borders.get(result[other]!) ?? 0) + 1);
        } else if (!seen[other]) {
          seen[other] = 1;
          queue[tail] = other;
          tail += 1;
        }
      }
    }
    if (tail >= leastPixels || borders.size === 0) continue;
    const [heir] = [...borders].reduce((best, one) => (one[1] > best[1] ? one : best));
    for (let index = 0; index < tail; index += 1) result[queue[index]!] = heir;
  }
  return result;
}

/** The label that most of the rim has, what the shapes stand on, and how much of the rim that is (0…1). */
export function rimLabel(
  labels: Labels,
  width: number,
  height: number,
  kinds: number,
): { label: number; share: number } {
  const votes = Array.from({ length: kinds }, () => 0);
  for (let x = 0; x < width; x += 1) {
    votes[labels[x]!]! += 1;
    votes[labels[(height - 1) * width + x]!]! += 1;
  }
  for (let y = 0; y < height; y += 1) {
    votes[labels[y * width]!]! += 1;
    votes[labels[y * width + width - 1]!]! += 1;
  }
  const most = Math.max(...votes);
  return { label: votes.indexOf(most), share: most / (2 * (width + height)) };
}
