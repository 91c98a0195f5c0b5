/*
 * Paints a small picture of each style of the built-in painter, the same scene in all of them, for the list of
 * styles. Run by hand after changing one (`node scripts/paint-styles.mjs`); the outputs are committed.
 */
import { styleNames } from '../server/workshop/painter/styles.ts';
import { paintEach } from './lib-paint.mjs';

await paintEach({
  folder: 'styles',
  scene: { prompt: 'a lighthouse above green hills, sunset', seed: '4' },
  shownWidth: 160,
  entries: () => styleNames.map((name) => ({ name, input: { sd_style: name } })),
});
