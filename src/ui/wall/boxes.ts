/** Banners and towers are cropped a little, so that they neither vanish nor fill the screen. */
export function boxRatio(width: number | null, height: number | null): number {
  if (!width || !height) return 1;
  return Math.min(2.4, Math.max(0.45, width / height));
}

/** Spec 1, section 9: columns by the width of the window. */
export function columnsFor(windowWidthPx: number): number {
  if (windowWidthPx <= 480) return 2;
  if (windowWidthPx <= 768) return 3;
  if (windowWidthPx <= 1280) return 4;
  if (windowWidthPx <= 1440) return 5;
  return 6;
}
