/**
 * `npm run samples -- <folder> [photo]`: a sample of every tool, a page that shows them all, and a contact sheet
 * of the pictures among them. With a photo, the tools that work on a picture take that one.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import sharp, { type OverlayOptions } from 'sharp';

import { extensionOf } from '../../src/domain/file-kinds.ts';
import { createBuiltinEngine } from '../../server/workshop/engine.ts';
import { samples } from './list.ts';
import { SampleMaker, type MadeSample } from './make.ts';
import { samplePage } from './page.ts';

const tileSide = 256;
const columns = 8;

const [, , folder = 'samples', photo] = process.argv;
await mkdir(folder, { recursive: true });
const engine = createBuiltinEngine();
await engine.start();
const made: (MadeSample & { files: string[] })[] = [];
const tiles: OverlayOptions[] = [];
try {
  const maker = new SampleMaker(engine, { ...(photo !== undefined && { photo }) });
  for (const sample of samples) {
    const missing = engine.unavailableReason(sample.model);
    if (missing) {
      process.stdout.write(`${sample.name.padEnd(20)} ${missing.en}\n`);
      continue;
    }
    const each = await maker.make(sample);
    const files: string[] = [];
    for (const [index, { data, mediaType, poster }] of each.outputs.entries()) {
      const suffix = index === 0 ? '' : `-${index + 1}`;
      const file = `${sample.name}${suffix}.${extensionOf(mediaType) ?? 'bin'}`;
      await writeFile(path.join(folder, file), data);
      files.push(file);
      const picture = mediaType.startsWith('image/') ? data : poster;
      if (!picture) continue;
      const fit = { fit: 'contain', background: '#181512' } as const;
      tiles.push({
        input: await sharp(picture).resize(tileSide, tileSide, fit).png().toBuffer(),
        left: (tiles.length % columns) * tileSide,
        top: Math.floor(tiles.length / columns) * tileSide,
      });
    }
    made.push({ ...each, files });
    const took = String(Math.round(each.tookMs)).padStart(6);
    process.stdout.write(`${sample.name.padEnd(20)} ${took} ms  ${files.join(' ')}\n`);
  }
} finally {
  await engine.stop();
}
await writeFile(path.join(folder, 'index.html'), samplePage(engine.models(), made));
await sharp({
  create: {
    width: columns * tileSide,
    height: Math.ceil(tiles.length / columns) * tileSide,
    channels: 3,
    background: '#181512',
  },
})
  .composite(tiles)
  .png()
  .toFile(path.join(folder, 'sheet.png'));
