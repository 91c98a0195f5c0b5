/** How a picture is looked at; its file stays as it is. */
export interface PictureLook {
  /** `fit` shows all of it; a number is CSS pixels per picture pixel. */
  zoom: 'fit' | number;
  /** Quarters of a turn, clockwise: 0 to 3. */
  turns: number;
}

export const wholePicture: PictureLook = { zoom: 'fit', turns: 0 };

export const isWhole = ({ zoom, turns }: PictureLook): boolean => zoom === 'fit' && turns === 0;

const zoomSteps = [1, 2, 4];
const zoomMax = 8;

/** The next larger step; null at the end. */
export function larger({ zoom }: PictureLook): number | null {
  const now = zoom === 'fit' ? 0 : zoom;
  return zoomSteps.find((step) => step > now) ?? null;
}

/** The next smaller step. */
export function smaller({ zoom }: PictureLook): PictureLook['zoom'] {
  const now = zoom === 'fit' ? 0 : zoom;
  return zoomSteps.findLast((step) => step < now) ?? 'fit';
}

export function rotated(look: PictureLook, quarters: -1 | 1): PictureLook {
  return { ...look, turns: (look.turns + quarters + 4) % 4 };
}

/**
 * The zoom after fingers went apart or together.
 * @param fitZoom pixels per picture pixel at which all of it shows: with less it fits
 */
export function pinched(zoom: number, factor: number, fitZoom: number): PictureLook['zoom'] {
  const wanted = Math.min(Math.max(zoomMax, fitZoom), zoom * factor);
  return wanted <= fitZoom * 1.02 ? 'fit' : wanted;
}
