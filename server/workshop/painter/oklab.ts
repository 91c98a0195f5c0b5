/** A colour in OKLab: lightness 0…1, green–red, blue–yellow. Mixing there stays clean and even. */
export type Lab = readonly [number, number, number];

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** @param hex `#rrggbb` */
export function lab(hex: string): Lab {
  const value = Number.parseInt(hex.slice(1), 16);
  const r = toLinear(((value >> 16) & 255) / 255);
  const g = toLinear(((value >> 8) & 255) / 255);
  const b = toLinear((value & 255) / 255);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

export function mix(from: Lab, to: Lab, t: number): Lab {
  return [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t,
    from[2] + (to[2] - from[2]) * t,
  ];
}

/** A gradient through evenly spaced stops. */
export function ramp(stops: readonly Lab[], t: number): Lab {
  const scaled = Math.min(0.999999, Math.max(0, t)) * (stops.length - 1);
  const index = Math.floor(scaled);
  return mix(stops[index]!, stops[index + 1]!, scaled - index);
}

export function lighten(colour: Lab, by: number): Lab {
  return [Math.min(1, Math.max(0, colour[0] + by)), colour[1], colour[2]];
}

export function saturate(colour: Lab, factor: number): Lab {
  return [colour[0], colour[1] * factor, colour[2] * factor];
}

/** @param turns 1 is the whole circle */
export function turnHue(colour: Lab, turns: number): Lab {
  const cosine = Math.cos(2 * Math.PI * turns);
  const sine = Math.sin(2 * Math.PI * turns);
  return [colour[0], colour[1] * cosine - colour[2] * sine, colour[1] * sine + colour[2] * cosine];
}

/** Pulls a colour's hue towards another, keeping its lightness and about its strength. */
export function tint(colour: Lab, towards: Lab, amount: number): Lab {
  const own = Math.hypot(colour[1], colour[2]);
  const other = Math.hypot(towards[1], towards[2]);
  const strength = Math.max(own, Math.min(other, 0.12) * 0.9) * Math.min(1, other / 0.06);
  const scale = other < 1e-6 ? 0 : strength / other;
  return [
    colour[0] + (towards[0] - colour[0]) * amount * 0.25,
    colour[1] + (towards[1] * scale - colour[1]) * amount,
    colour[2] + (towards[2] * scale - colour[2]) * amount,
  ];
}

function toByte(linear: number): number {
  const channel =
    linear <= 0.0031308 ? 12.92 * linear : 1.055 * Math.max(0, linear) ** (1 / 2.4) - 0.055;
  return channel * 255;
}

/** Writes red, green, blue (0…255, unrounded, maybe outside) at `at`. */
export function labToRgb(L: number, a: number, b: number, out: Float64Array): void {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  out[0] = toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  out[1] = toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  out[2] = toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
}
