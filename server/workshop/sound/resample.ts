/** 48,000 for every 44,100: 160 for 147. */
const up = 160;
const down = 147;
const reach = 16;
/** Of what 44,100 Hz can carry: above, the window has no room to fall. */
const passed = 0.94;

let tables: Float32Array[] | undefined;

/** A windowed sinc for each of the 160 places between two samples (J. O. Smith, "Digital Audio Resampling"). */
function makeTables(): Float32Array[] {
  return Array.from({ length: up }, (_, phase) => {
    const table = new Float32Array(2 * reach);
    let sum = 0;
    for (let at = 0; at < table.length; at += 1) {
      const distance = at - reach + 1 - phase / up;
      const angle = Math.PI * distance;
      const sinc = distance === 0 ? passed : Math.sin(passed * angle) / angle;
      // Blackman's window.
      const turn = angle / reach;
      const weight = 0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
      table[at] = sinc * weight;
      sum += sinc * weight;
    }
    return table.map((value) => value / sum);
  });
}

/**
 * From 44,100 to 48,000 samples a second.
 * @returns as many samples as last as long, rounded up
 */
export function resample(sound: Float32Array): Float32Array {
  tables ??= makeTables();
  const to = new Float32Array(Math.ceil((sound.length * up) / down));
  for (let at = 0; at < to.length; at += 1) {
    const place = at * down;
    const phase = place % up;
    const from = (place - phase) / up - reach + 1;
    const table = tables[phase]!;
    let sum = 0;
    for (let tap = 0; tap < table.length; tap += 1) {
      sum += table[tap]! * (sound[from + tap] ?? 0);
    }
    to[at] = sum;
  }
  return to;
}
