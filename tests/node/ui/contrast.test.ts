import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [number, number, number];

/** Björn Ottosson's OKLCH → linear sRGB, clipped into gamut as a screen would. */
function linearRgb(lightness: number, chroma: number, hueDegrees: number): Rgb {
  const hue = (hueDegrees * Math.PI) / 180;
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted(
    (left, right) => right - left,
  ) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const css = readFileSync(new URL('../../../src/ui/tokens.css', import.meta.url), 'utf8');

/** Opaque colours of one rule of a style sheet. */
function colours(selector: string, sheet = css): Map<string, Rgb> {
  const start = sheet.indexOf(`${selector} {`);
  const body = sheet.slice(start, sheet.indexOf('\n}', start));
  const found = new Map<string, Rgb>();
  for (const match of body.matchAll(/--kiln-([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)) {
    found.set(match[1] ?? '', linearRgb(Number(match[2]), Number(match[3]), Number(match[4])));
  }
  return found;
}

/** What tags are about; they are seen nowhere else. */
const tagSheet = readFileSync(
  new URL('../../../src/features/playground/tags/TagSuggestions.module.css', import.meta.url),
  'utf8',
);
const tagKinds = [
  'general',
  'artist',
  'copyright',
  'character',
  'species',
  'meta',
  'lore',
  'other',
];

const dark = new Map([...colours(':root'), ...colours('\n.list', tagSheet)]);
const light = new Map([
  ...dark,
  ...colours(":root[data-mantine-color-scheme='light']"),
  ...colours(":root[data-mantine-color-scheme='light'] .list", tagSheet),
]);

const surfaces = ['ground', 'surface-1', 'surface-2', 'surface-3'];
const behindText = [...surfaces, 'raised'];
const textPairs: [ink: string, behind: string][] = [
  ...['ink', 'ink-soft', 'ink-faint', 'ember-ink', 'danger-ink', 'success-ink', 'warn-ink'].flatMap(
    (ink) => behindText.map((surface): [string, string] => [ink, surface]),
  ),
  ...['ember', 'success', 'warn', 'danger'].flatMap((tone): [string, string][] => [
    [`${tone}-ink`, `${tone}-soft`],
    ['ink', `${tone}-soft`],
    ['ink-soft', `${tone}-soft`],
  ]),
  ...tagKinds.flatMap((kind): [string, string][] => [
    [`tag-${kind}`, 'raised'],
    // Marked, and pointed at, which is no farther from the ink than this.
    [`tag-${kind}`, 'ember-soft'],
    [`tag-${kind}`, 'surface-3'],
  ]),
  ['on-ember', 'ember'],
  ['on-ember', 'ember-hover'],
  ['on-danger', 'danger-solid'],
];
// Borders of fields and the focus ring: WCAG 1.4.11.
const shapePairs: [string, string][] = [
  ...['ground', 'surface-1', 'surface-2'].map((surface): [string, string] => [
    'line-control',
    surface,
  ]),
  ...surfaces.map((surface): [string, string] => ['ember-ink', surface]),
];

describe.each([
  ['dark', dark],
  ['light', light],
])('the %s theme', (_name, palette) => {
  const colour = (name: string): Rgb => {
    const found = palette.get(name);
    if (!found) throw new Error(`tokens.css has no opaque --kiln-${name}`);
    return found;
  };

  it.each(textPairs)('sets %s on %s with at least 4.5 : 1', (ink, behind) => {
    expect(contrast(colour(ink), colour(behind))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapePairs)('draws %s on %s with at least 3 : 1', (shape, behind) => {
    expect(contrast(colour(shape), colour(behind))).toBeGreaterThanOrEqual(3);
  });

  it('steps its surfaces far enough apart to be told from each other', () => {
    const steps = surfaces.map((surface) => luminance(colour(surface)));
    for (let index = 1; index < steps.length; index += 1)
      expect(steps[index]).not.toBeCloseTo(steps[index - 1] ?? 0, 3);
  });
});

it('keeps white text on the plate readable over a white picture', () => {
  const plate = linearRgb(0.16, 0.01, 60);
  const mixed = plate.map((channel) => {
    // Browsers mix in gamma space.
    const gamma = (value: number) =>
      value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    const value = gamma(channel) * 0.78 + 0.22;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  expect(css).toContain('--kiln-plate: oklch(0.16 0.01 60 / 0.78)');
  expect(contrast(mixed, linearRgb(0.98, 0.006, 80))).toBeGreaterThanOrEqual(4.5);
});
