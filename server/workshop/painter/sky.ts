import { clamp01, lerp, smoothstep } from './noise.ts';
import { lighten, mix, type Lab } from './oklab.ts';
import type { Celestial, Studio } from './studio.ts';
import { blend, fillDisc } from './surface.ts';

/** Light that spills over everything near sun or moon; laid over the finished scene it binds it together. */
export function paintBloom(studio: Studio, celestial: Celestial): void {
  const { surface, plan, width, height } = studio;
  if (plan.celestial === 'none') return;
  const { glow, night } = { glow: plan.palette.glow, night: plan.palette.night };
  const low = plan.has('sunset') || plan.has('dawn') || plan.has('golden') ? 1.3 : 1;
  const strength = (night ? 0.14 : 0.26) * low;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const distance = Math.hypot((x - celestial.x) * 0.75, y - celestial.y) / height;
      const light = strength * Math.exp(-distance * 5.2);
      if (light > 0.004) blend(surface, y * width + x, glow, light);
    }
  }
}

/** Puts sun or moon where the picture wants it: low at sunrise and sunset, off the middle. */
export function placeCelestial(studio: Studio, horizonY: number): Celestial {
  const { plan, width, height } = studio;
  const random = studio.random('celestial');
  const low = plan.has('sunset') || plan.has('dawn') || plan.has('golden');
  const side = random.chance(0.5) ? 1 : -1;
  const x = width * (0.5 + side * random.range(0.06, 0.26));
  const raised = plan.palette.night
    ? random.range(0.5, 0.78)
    : low
      ? random.range(0.06, 0.24)
      : random.range(0.25, 0.6);
  const size = plan.has('moon') || plan.has('crescent') ? 0.052 : plan.palette.night ? 0.034 : 0.04;
  return {
    x,
    y: horizonY - raised * horizonY,
    radius: Math.min(width, height) * size * random.range(0.85, 1.2),
  };
}

/** The gradient, its glow, stars, aurora, the disc and the clouds, down to a little below the horizon. */
export function paintSky(studio: Studio, horizonY: number, celestial: Celestial): void {
  paintGradient(studio, horizonY, celestial);
  if (studio.plan.stars) paintStars(studio, horizonY);
  if (studio.plan.aurora) paintAurora(studio, horizonY);
  if (studio.plan.celestial !== 'none') paintDisc(studio, celestial);
  if (studio.plan.clouds > 0.02) paintClouds(studio, horizonY, celestial);
}

function paintGradient(studio: Studio, horizonY: number, celestial: Celestial): void {
  const { surface, plan, width, height } = studio;
  const [zenith, upper, lower, horizon] = plan.palette.sky;
  const { glow } = plan.palette;
  const noise = studio.noise('sky tone');
  const shines = plan.celestial !== 'none';
  const strength = plan.palette.night ? 0.4 : 0.75;
  const { data } = surface;
  for (let y = 0; y < height; y += 1) {
    const raised = clamp01((horizonY - y) / horizonY) ** 0.8;
    const scaled = raised * 3;
    const from = scaled < 1 ? horizon : scaled < 2 ? lower : upper;
    const to = scaled < 1 ? lower : scaled < 2 ? upper : zenith;
    const tone = mix(from, to, smoothstep(0, 1, scaled - Math.min(2, Math.floor(scaled))));
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const drift = 0.012 * noise.fractal((x / height) * 1.3, (y / height) * 3, 2);
      const dx = (x - celestial.x) / height;
      const dy = (y - celestial.y) / height;
      const distance = Math.hypot(dx * 0.8, dy);
      const light = shines
        ? strength * (0.62 * Math.exp(-distance * 3.6) + 0.38 * Math.exp(-distance * distance * 60))
        : 0;
      data[at] = tone[0] + drift + (glow[0] - tone[0]) * light;
      data[at + 1] = tone[1] + (glow[1] - tone[1]) * light;
      data[at + 2] = tone[2] + (glow[2] - tone[2]) * light;
    }
  }
}

function paintStars(studio: Studio, horizonY: number): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random('stars');
  const band = studio.noise('milky way');
  const white: Lab = [0.98, 0, 0.01];
  const warm: Lab = [0.93, 0.015, 0.04];
  const cool: Lab = [0.93, -0.01, -0.04];
  const count = Math.round(
    900 * Math.sqrt((width * height) / 262_144) * (plan.has('stars') ? 2 : 1),
  );
  const lean = random.range(-0.6, 0.6);
  const middle = random.range(0.35, 0.65);
  const wide = plan.has('stars') || plan.has('space');
  if (wide) {
    // A faint river of light: the Milky Way.
    const haze = mix(plan.palette.sky[3], white, 0.4);
    for (let y = 0; y < horizonY; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const across = x / width - middle - lean * (y / horizonY - 0.5);
        const body = Math.exp(-across * across * 30);
        if (body < 0.02) continue;
        const grain = band.fractal((x / height) * 4, (y / height) * 4, 5);
        const dust = smoothstep(
          0.05,
          0.4,
          band.fractal((x / height) * 3 + 40, (y / height) * 3, 4),
        );
        blend(
          surface,
          y * width + x,
          haze,
          clamp01(body * (0.22 + 0.3 * grain)) * (1 - 0.7 * dust),
        );
      }
    }
  }
  const unit = Math.sqrt(width * height) / 512;
  for (let index = 0; index < count; index += 1) {
    let x = random.next() * width;
    const y = random.next() ** 1.15 * horizonY;
    if (wide && random.chance(0.4)) {
      x = (middle + lean * (y / horizonY - 0.5) + 0.14 * random.normal()) * width;
    }
    const brightness = random.next() ** 3;
    const low = smoothstep(0, 0.25, (horizonY - y) / horizonY);
    const colour = random.pick([white, white, warm, cool]);
    fillDisc(
      surface,
      x,
      y,
      (0.35 + 0.75 * brightness) * unit,
      colour,
      (0.35 + 0.65 * brightness) * low,
      0.9,
    );
    if (brightness > 0.8) fillDisc(surface, x, y, 4.5 * unit, colour, 0.13 * low, 1);
  }
}

function paintAurora(studio: Studio, horizonY: number): void {
  const { surface, plan, width, height } = studio;
  const noise = studio.noise('aurora');
  const random = studio.random('aurora');
  const accents = plan.palette.accents;
  for (let curtain = 0; curtain < 3; curtain += 1) {
    const low = accents[curtain % accents.length]!;
    const high = accents[(curtain + 2) % accents.length]!;
    const base = random.range(0.45, 0.85);
    const shift = random.range(0, 50);
    for (let x = 0; x < width; x += 1) {
      const u = x / height;
      const fold = noise.fractal(u * 1.4 + shift, curtain * 7, 3);
      const foot = horizonY * (base + 0.28 * fold);
      const rays = 0.55 + 0.45 * noise.fractal(u * 22 + fold * 9, shift, 2);
      const body = clamp01(0.75 + noise.at(u * 1.1 + shift, 3 + curtain));
      const length = horizonY * (0.4 + 0.25 * noise.at(u * 2, shift));
      for (
        let y = Math.max(0, Math.floor(foot - length));
        y < Math.min(horizonY, foot + height * 0.05);
        y += 1
      ) {
        const up = (foot - y) / length;
        const shine = up < 0 ? Math.exp((up * length * 40) / height) : clamp01(1 - up) ** 1.6;
        blend(
          surface,
          y * width + x,
          mix(low, high, clamp01(up * 1.2)),
          0.62 * shine * rays * body,
        );
      }
    }
  }
}

function paintDisc(studio: Studio, celestial: Celestial): void {
  const { surface, plan, width, height } = studio;
  const { x, y, radius } = celestial;
  const { sun, glow } = plan.palette;
  const reach = radius * 7;
  const noise = studio.noise('moon');
  const moon = plan.celestial !== 'sun';
  for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(height, y + reach); row += 1) {
    for (
      let column = Math.max(0, Math.floor(x - reach));
      column < Math.min(width, x + reach);
      column += 1
    ) {
      const dx = column + 0.5 - x;
      const dy = row + 0.5 - y;
      const distance = Math.hypot(dx, dy);
      const index = row * width + column;
      const halo = Math.max(0, 1 - distance / reach) ** 3.2;
      blend(surface, index, glow, halo * (moon ? 0.5 : 0.7));
      let inside = clamp01(radius + 0.5 - distance);
      if (inside <= 0) continue;
      let colour = sun;
      if (moon) {
        const seas = smoothstep(-0.05, 0.5, noise.fractal(dx / radius + 9, dy / radius, 4));
        colour = lighten(sun, -0.13 * seas - 0.05 * (distance / radius) ** 3);
      }
      if (plan.celestial === 'crescent') {
        const bite = Math.hypot(dx + radius * 0.45, dy + radius * 0.18);
        inside *= clamp01(bite - radius * 0.93 + 0.5);
      }
      blend(surface, index, colour, inside);
    }
  }
}

function paintClouds(studio: Studio, horizonY: number, celestial: Celestial): void {
  const { surface, plan, width, height } = studio;
  const noise = studio.noise('clouds');
  const random = studio.random('clouds');
  const { cloudLight, cloudShade, glow, sky } = plan.palette;
  const shiftX = random.range(0, 90);
  const shiftY = random.range(0, 90);
  const scale = random.range(0.75, 1.2);
  const octaves = 4 + 2.5 * plan.detail;
  const threshold = lerp(0.42, -0.42, plan.clouds);
  const solid = plan.has('storm') ? 0.96 : 0.88;
  const lower = Math.min(height, Math.ceil(horizonY));
  for (let y = 0; y < lower; y += 1) {
    const raised = (horizonY - y) / height;
    const plane = raised + 0.13;
    const fade = smoothstep(0.005, 0.11, raised);
    for (let x = 0; x < width; x += 1) {
      const u = ((x - width / 2) / height / plane) * 0.42 * scale + shiftX;
      const v = (0.62 / plane) * scale + shiftY;
      const warpX = noise.at(u * 1.7 + 31, v * 1.7);
      const warpY = noise.at(u * 1.7, v * 1.7 + 57);
      const density = noise.fractal(u + 0.28 * warpX, v + 0.28 * warpY, octaves);
      const body = smoothstep(threshold, threshold + 0.42, density);
      if (body <= 0) continue;
      const toX = (celestial.x - x) / height;
      const toY = (celestial.y - y) / height;
      const far = Math.hypot(toX, toY) + 0.05;
      const step = 0.16;
      const towards = noise.fractal(
        u + 0.28 * warpX + (toX / far) * step,
        v + 0.28 * warpY - (toY / far) * step,
        Math.min(3, octaves),
      );
      const light = clamp01(0.5 + 1.15 * (density - towards) - 0.25 * (body - 0.5));
      const near = Math.exp(-far * 2.6);
      const bright = mix(cloudLight, glow, 0.55 * near);
      const shade = mix(cloudShade, sky[2], 0.25);
      blend(surface, y * width + x, mix(shade, bright, light), body * fade * solid);
    }
  }
}
