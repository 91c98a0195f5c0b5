/*
 * Paints a small picture of each look of the built-in painter, the same scene under all of them, for the list of
 * LoRAs. Run by hand after changing a look (`node scripts/paint-looks.mjs`); the outputs are committed.
 */
import { paintEach } from './lib-paint.mjs';

await paintEach({
  folder: 'looks',
  scene: { prompt: 'hot air balloons over green hills, sunset', seed: '1' },
  shownWidth: 240,
  entries: (engine) =>
    (engine.loras?.() ?? []).map(({ name }) => ({ name, input: { loras: [name] } })),
});
