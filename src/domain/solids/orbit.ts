/** From where a 3D object is seen. Lengths are in radii of the sphere around it, so that all are alike. */
export interface SolidView {
  /** Around the upright axis, and up from the horizon; radians. */
  yaw: number;
  pitch: number;
  /** 1 shows all of it with a little air. */
  zoom: number;
  /** How far the eye went to its right and up. */
  right: number;
  up: number;
}

/** From the front, a little from the side and from above. */
export const startView: SolidView = { yaw: 0.5, pitch: 0.3, zoom: 1, right: 0, up: 0 };

const [zoomMin, zoomMax] = [0.25, 16];
/** At the poles left and right would have no meaning. */
const pitchMax = Math.PI / 2 - 0.01;
const moveMax = 1.5;
/** A key's press: a twenty-fourth of a turn. */
export const turnStep = Math.PI / 12;
export const zoomStep = 1.25;
export const moveStep = 0.1;
/** One turn in about forty seconds. */
export const restingTurnPerSecond = 0.16;

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** @param across, up radians that the eye goes around it */
export function turned(view: SolidView, across: number, up: number): SolidView {
  const yaw = (view.yaw + across) % (2 * Math.PI);
  return { ...view, yaw, pitch: clamp(view.pitch + up, -pitchMax, pitchMax) };
}

export function zoomedBy(view: SolidView, factor: number): SolidView {
  return { ...view, zoom: clamp(view.zoom * factor, zoomMin, zoomMax) };
}

export function moved(view: SolidView, right: number, up: number): SolidView {
  return {
    ...view,
    right: clamp(view.right + right, -moveMax, moveMax),
    up: clamp(view.up + up, -moveMax, moveMax),
  };
}

/** What a key does to the view; null for a key that does nothing to it. */
export function viewAfterKey(view: SolidView, key: string, isShift: boolean): SolidView | null {
  const step = isShift ? moveStep / view.zoom : turnStep;
  const go = isShift ? moved : turned;
  switch (key) {
    case 'ArrowLeft':
      return go(view, -step, 0);
    case 'ArrowRight':
      return go(view, step, 0);
    case 'ArrowUp':
      return go(view, 0, step);
    case 'ArrowDown':
      return go(view, 0, -step);
    case '+':
    case '=':
      return zoomedBy(view, zoomStep);
    case '-':
    case '_':
      return zoomedBy(view, 1 / zoomStep);
    case '0':
    case 'Home':
      return startView;
    default:
      return null;
  }
}
