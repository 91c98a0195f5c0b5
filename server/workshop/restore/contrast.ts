import sharp from 'sharp';

/** Share of pixels that may be clipped at either end. */
const clipShare = 0.003;
/** How far levels are stretched at full strength; more would turn a misty picture into a harsh one. */
const stretchMaxGain = 1.8;

function percentile(histogram: Uint32Array, share: number, total: number): number {
  let seen = 0;
  for (let level = 0; level < 256; level += 1) {
    seen += histogram[level]!;
    if (seen >= share * total) return level;
  }
  return 255;
}

/** Levels: what is nearly black and nearly white in this picture goes towards black and white. */
function stretchTable(
  lightness: Uint8Array,
  strength: number,
): { table: Float32Array; colourGain: number } {
  const histogram = new Uint32Array(256);
  for (const level of lightness) histogram[level]! += 1;
  const low = percentile(histogram, clipShare, lightness.length);
  const high = percentile(histogram, 1 - clipShare, lightness.length);
  const gain = Math.min(stretchMaxGain, 250 / Math.max(1, high - low));
  const table = new Float32Array(256);
  for (let level = 0; level < 256; level += 1) {
    const stretched = 3 + (level - low) * gain;
    // A picture that is wide already keeps its levels.
    const amount = gain > 1 ? strength : 0;
    table[level] = level + (stretched - level) * amount;
  }
  return { table, colourGain: gain > 1 ? 1 + (gain - 1) * strength : 1 };
}

export interface LiftedContrast {
  lightness: Uint8Array;
  /** Colour grows with contrast, else a lifted picture looks faded. */
  colourGain: number;
}

/**
 * New lightness: levels first, then a mild local equalisation (CLAHE).
 * @param strength 0…1
 */
export async function liftContrast(
  lightness: Uint8Array,
  width: number,
  height: number,
  strength: number,
): Promise<LiftedContrast> {
  if (strength <= 0) return { lightness, colourGain: 1 };
  const { table, colourGain } = stretchTable(lightness, Math.min(1, strength * 1.6));
  const stretched = new Uint8Array(lightness.length);
  for (let index = 0; index < stretched.length; index += 1) {
    stretched[index] = Math.min(255, Math.max(0, Math.round(table[lightness[index]!]!)));
  }
  if (Math.min(width, height) < 32) return { lightness: stretched, colourGain };
  // Equalised on a small copy and applied as a difference: the window's cost grows with its area, and
  // local contrast is a matter of areas, not of pixels.
  const small = Math.min(1, 384 / Math.max(width, height));
  const smallWidth = Math.max(16, Math.round(width * small));
  const smallHeight = Math.max(16, Math.round(height * small));
  const raw = { width, height, channels: 1 as const };
  const shrunk = await sharp(stretched, { raw, limitInputPixels: false })
    .resize({ width: smallWidth, height: smallHeight, fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const smallRaw = { width: smallWidth, height: smallHeight, channels: 1 as const };
  const window = {
    width: Math.max(8, Math.round(smallWidth / 5)),
    height: Math.max(8, Math.round(smallHeight / 5)),
  };
  const equalised = await sharp(shrunk, { raw: smallRaw })
    .clahe({ ...window, maxSlope: 2 })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const difference = Buffer.alloc(shrunk.length);
  for (let index = 0; index < difference.length; index += 1) {
    difference[index] = Math.min(255, Math.max(0, 128 + equalised[index]! - shrunk[index]!));
  }
  const change = await sharp(difference, { raw: smallRaw })
    .blur(2)
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const amount = 0.55 * strength;
  for (let index = 0; index < stretched.length; index += 1) {
    const wanted = stretched[index]! + amount * (change[index]! - 128);
    stretched[index] = Math.min(255, Math.max(0, Math.round(wanted)));
  }
  return { lightness: stretched, colourGain };
}
