import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { manifest } from '../../src/manifest.ts';

const publicFolder = path.resolve(import.meta.dirname, '../../public');

const pictures = [
  ...(manifest.icons ?? []),
  ...(manifest.shortcuts ?? []).flatMap((shortcut) => shortcut.icons ?? []),
  ...(manifest.screenshots ?? []),
];

describe('the web app manifest', () => {
  it.each(pictures.map((picture) => [picture.src, picture.sizes] as const))(
    'names %s, which exists in the size it says (%s)',
    async (source, sizes) => {
      const file = path.join(publicFolder, source);
      expect(existsSync(file)).toBe(true);
      const { width, height } = await sharp(file).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    },
  );

  it('offers icons for every purpose a launcher may ask for', () => {
    const purposes = new Set(manifest.icons?.map((icon) => icon.purpose));
    expect(purposes).toEqual(new Set(['any', 'maskable', 'monochrome']));
  });

  it('shows an installer what it looks like on phones and desktops, in words too', () => {
    const shots = manifest.screenshots ?? [];
    for (const [factor, sizes] of [
      ['narrow', '780x1688'],
      ['wide', '1440x900'],
    ]) {
      const ofFactor = shots.filter((shot) => shot.form_factor === factor);
      expect(ofFactor.length).toBeGreaterThanOrEqual(3);
      // Browsers pass over all of a form factor when their shapes differ.
      expect(new Set(ofFactor.map((shot) => shot.sizes))).toEqual(new Set([sizes]));
      expect(ofFactor.every((shot) => shot.label)).toBe(true);
    }
  });

  it('keeps the mark of maskable icons inside the circle that launchers cut', async () => {
    const maskable = manifest.icons?.find(
      (icon) => icon.purpose === 'maskable' && icon.sizes === '512x512',
    );
    const { data, info } = await sharp(path.join(publicFolder, maskable?.src ?? ''))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    let outside = 0;
    for (let y = 0; y < info.height; y += 1) {
      for (let x = 0; x < info.width; x += 1) {
        const at = (y * info.width + x) * 4;
        // The ground is dark everywhere; what is bright belongs to the mark.
        const bright = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) > 300;
        if (bright && Math.hypot(x - info.width / 2, y - info.height / 2) > info.width * 0.4)
          outside += 1;
      }
    }
    expect(outside).toBe(0);
  });
});
