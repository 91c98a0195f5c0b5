import { mix, type Lab } from './oklab.ts';
import type { Studio } from './studio.ts';
import { fillDisc, fillPolygon, strokeOutline, type Point } from './surface.ts';

/** What falls from the sky, in front of everything. */
export function paintWeather(studio: Studio): void {
  const { plan } = studio;
  if (plan.has('storm')) paintLightning(studio);
  if (plan.rain) paintRain(studio);
  if (plan.snowfall) paintSnowfall(studio);
}

function paintRain(studio: Studio): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random('rain');
  const colour = mix(plan.palette.cloudLight, [0.95, 0, -0.01], 0.4);
  const lean = random.range(-0.22, 0.22);
  const count = Math.round((700 * width) / height);
  for (let drop = 0; drop < count; drop += 1) {
    const near = random.next() ** 2;
    const length = height * (0.02 + 0.06 * near);
    const x = random.range(-0.1, 1.1) * width;
    const y = random.range(-0.05, 1) * height;
    const path: Point[] = [
      [x, y],
      [x + lean * length, y + length],
    ];
    const half = (height / 512) * (0.22 + 0.4 * near);
    fillPolygon(
      surface,
      strokeOutline(path, (part) => half * part),
      colour,
      0.1 + 0.2 * near,
    );
  }
}

function paintSnowfall(studio: Studio): void {
  const { surface, width, height } = studio;
  const random = studio.random('snowfall');
  const white: Lab = [0.98, 0, -0.004];
  const unit = height / 512;
  for (let flake = 0; flake < (520 * width) / height; flake += 1) {
    const near = random.next() ** 3;
    const radius = unit * (0.7 + 4.2 * near);
    fillDisc(
      surface,
      random.next() * width,
      random.next() * height,
      radius,
      white,
      0.8 - 0.45 * near,
      0.5 + 0.5 * near,
    );
  }
}

function paintLightning(studio: Studio): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random('lightning');
  const light: Lab = [0.97, 0.005, -0.02];
  const strike = (fromX: number, fromY: number, toY: number, half: number, depth: number): void => {
    const path: Point[] = [[fromX, fromY]];
    let x = fromX;
    const steps = 16;
    for (let step = 1; step <= steps; step += 1) {
      x += random.normal() * width * 0.013;
      path.push([x, fromY + ((toY - fromY) * step) / steps]);
      if (depth > 0 && random.chance(0.16))
        strike(
          x,
          path.at(-1)![1],
          path.at(-1)![1] + (toY - fromY) * random.range(0.15, 0.4),
          half * 0.5,
          depth - 1,
        );
    }
    for (const [grow, alpha] of [
      [9, 0.05],
      [4, 0.12],
      [1, 0.95],
    ] as const) {
      fillPolygon(
        surface,
        strokeOutline(path, (part) => half * grow * (1 - 0.6 * part)),
        mix(light, plan.palette.cloudLight, grow > 1 ? 0.4 : 0),
        alpha,
      );
    }
  };
  strike(width * random.range(0.2, 0.8), -2, height * 0.52, height * 0.0022, 2);
}
