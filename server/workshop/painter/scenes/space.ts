import { clamp01, smoothstep } from '../noise.ts';
import { lighten, mix, type Lab } from '../oklab.ts';
import type { Studio } from '../studio.ts';
import { blend, fillDisc, fillSurface } from '../surface.ts';

/** A nebula, stars, and one or two planets with day and night sides. */
export function paintSpace(studio: Studio): void {
  const { plan } = studio;
  paintNebula(studio);
  studio.report(0.6);
  sprinkleStars(studio);
  const random = studio.random('planets');
  const wanted = plan.has('space') || random.chance(0.7);
  if (wanted) paintPlanet(studio, 'first', random.range(0.1, 0.24));
  if (random.chance(0.4)) paintPlanet(studio, 'second', random.range(0.025, 0.06));
}

function paintNebula(studio: Studio): void {
  const { surface, plan, width, height } = studio;
  const noise = studio.noise('nebula');
  const random = studio.random('nebula');
  const { accents, sky } = plan.palette;
  const shift = random.range(0, 90);
  const lean = random.range(-0.7, 0.7);
  const octaves = 4 + 3 * plan.detail;
  const first = accents[0]!;
  const second = accents[1]!;
  const third = accents[2]!;
  fillSurface(surface, (x, y, out) => {
    const u = (x - width / 2) / height;
    const v = y / height - 0.5;
    const warpX = noise.fractal(u * 1.5 + shift, v * 1.5, 4);
    const warpY = noise.fractal(u * 1.5, v * 1.5 + shift + 40, 4);
    const gas = noise.fractal(u * 1.3 + warpX * 1.1 + shift, v * 1.3 + warpY * 1.1, octaves);
    const dust = noise.ridged(u * 1.2 + warpY * 0.7 + 9, v * 1.2 + warpX * 0.7 + shift, octaves);
    const band = Math.exp(-((v - lean * u + 0.18 * warpX) ** 2) * 7);
    const body = clamp01((0.35 + gas) * band * 1.5);
    const hue = clamp01(0.5 + 0.9 * warpX);
    let colour = mix(sky[0], sky[1], clamp01(0.5 + 0.6 * warpY));
    const light = hue < 0.5 ? mix(first, second, hue * 2) : mix(second, third, hue * 2 - 1);
    colour = mix(colour, mix(light, sky[2], 0.25), smoothstep(0.02, 0.95, body) * 0.85);
    colour = mix(colour, lighten(light, 0.18), smoothstep(0.62, 1.25, body) * 0.8);
    colour = mix(colour, sky[0], smoothstep(0.42, 0.8, dust) * 0.62 * band);
    out.set(colour);
  });
}

function sprinkleStars(studio: Studio): void {
  const { surface, width, height } = studio;
  const random = studio.random('space stars');
  const unit = Math.sqrt(width * height) / 512;
  const colours: Lab[] = [
    [0.98, 0, 0],
    [0.95, -0.01, -0.04],
    [0.94, 0.02, 0.05],
  ];
  for (let star = 0; star < 1500; star += 1) {
    const bright = random.next() ** 5;
    const x = random.next() * width;
    const y = random.next() * height;
    const colour = random.pick(colours);
    fillDisc(surface, x, y, (0.3 + 0.9 * bright) * unit, colour, 0.25 + 0.75 * bright, 0.9);
    if (bright < 0.72) continue;
    fillDisc(surface, x, y, 7 * unit * bright, colour, 0.16, 1);
    for (let arm = -1; arm <= 1; arm += 0.04) {
      const reach = 9 * unit * bright;
      const fade = (1 - Math.abs(arm)) ** 2 * 0.5;
      fillDisc(surface, x + arm * reach, y, 0.5 * unit, colour, fade, 1);
      fillDisc(surface, x, y + arm * reach, 0.5 * unit, colour, fade, 1);
    }
  }
}

function paintPlanet(studio: Studio, name: string, size: number): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random(`planet ${name}`);
  const noise = studio.noise(`planet ${name}`);
  const radius = size * Math.min(width, height) * 1.25;
  const centreX = width * random.range(0.22, 0.78);
  const centreY = height * random.range(0.24, 0.76);
  const angle = random.range(0, 2 * Math.PI);
  const lightX = Math.cos(angle) * 0.85;
  const lightY = Math.sin(angle) * 0.85;
  const { accents } = plan.palette;
  const offset = random.int(0, 4);
  const one = accents[offset % accents.length]!;
  const other = accents[(offset + 2) % accents.length]!;
  const gas = random.chance(0.55);
  const ringed = gas && size > 0.1 && random.chance(0.65);
  const tilt = random.range(-0.5, 0.5);
  const ring = (front: boolean): void => {
    if (ringed)
      paintRing(studio, centreX, centreY, radius, tilt, mix(one, [0.9, 0, 0.02], 0.4), front);
  };
  ring(false);
  const reach = radius * 1.12;
  for (
    let y = Math.max(0, Math.floor(centreY - reach));
    y < Math.min(height, centreY + reach);
    y += 1
  ) {
    for (
      let x = Math.max(0, Math.floor(centreX - reach));
      x < Math.min(width, centreX + reach);
      x += 1
    ) {
      const u = (x + 0.5 - centreX) / radius;
      const v = (y + 0.5 - centreY) / radius;
      const distance = Math.hypot(u, v);
      const index = y * width + x;
      if (distance > 1) {
        // A thin glowing air on the day side.
        const day = clamp01(0.35 + (u * lightX + v * lightY));
        blend(surface, index, lighten(one, 0.15), Math.exp(-(distance - 1) * 38) * 0.5 * day);
      }
      const inside = clamp01((1 - distance) * radius + 0.5);
      if (inside <= 0) continue;
      const w = Math.sqrt(Math.max(0, 1 - distance * distance));
      const turnedV = v * Math.cos(tilt) - u * Math.sin(tilt);
      const turnedU = (u * Math.cos(tilt) + v * Math.sin(tilt)) / (0.55 + w);
      const pattern = gas
        ? Math.sin(turnedV * 13 + 2.4 * noise.fractal(turnedU * 1.6, turnedV * 5, 5)) * 0.5
        : noise.fractal(turnedU * 2.4 + 7, (v / (0.55 + w)) * 2.4, 6) * 1.3;
      const ground = mix(one, other, clamp01(0.5 + pattern));
      const facing = u * lightX + v * lightY + w * 0.52;
      const day = smoothstep(-0.12, 0.85, facing);
      const rim = (1 - w) ** 3 * day * 0.35;
      const night = mix(plan.palette.sky[0], ground, 0.06);
      blend(surface, index, lighten(mix(night, ground, day), rim * 0.3), inside);
    }
  }
  ring(true);
}

function paintRing(
  studio: Studio,
  centreX: number,
  centreY: number,
  radius: number,
  tilt: number,
  colour: Lab,
  front: boolean,
): void {
  const { surface, width, height } = studio;
  const bands = studio.noise('ring');
  const reach = radius * 2.3;
  const cosine = Math.cos(tilt);
  const sine = Math.sin(tilt);
  for (
    let y = Math.max(0, Math.floor(centreY - reach));
    y < Math.min(height, centreY + reach);
    y += 1
  ) {
    for (
      let x = Math.max(0, Math.floor(centreX - reach));
      x < Math.min(width, centreX + reach);
      x += 1
    ) {
      const dx = (x + 0.5 - centreX) / radius;
      const dy = (y + 0.5 - centreY) / radius;
      const along = dx * cosine + dy * sine;
      const across = (dy * cosine - dx * sine) / 0.27;
      if (front !== across > 0) continue;
      const distance = Math.hypot(along, across);
      if (distance < 1.3 || distance > 2.2) continue;
      const edge = smoothstep(1.3, 1.36, distance) * smoothstep(2.2, 2.12, distance);
      const band = 0.5 + 0.5 * bands.fractal(distance * 9, 0.5, 4);
      blend(
        surface,
        y * width + x,
        lighten(colour, 0.1 * (band - 0.5)),
        edge * clamp01(band * 1.1) * 0.75,
      );
    }
  }
}
