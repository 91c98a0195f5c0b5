import { appRecipes } from './apps/recipes.ts';
import type { ToolRunner } from './tool.ts';

type Loader = () => Promise<ToolRunner>;

const tools: Readonly<Record<string, Loader>> = {
  'kiln-painter': async () => (await import('./painter/run.ts')).runPainter,
  'kiln-upscale': async () => (await import('./upscale/run.ts')).runUpscale,
  'kiln-restore': async () => (await import('./restore/run.ts')).runRestore,
  'kiln-stylise': async () => (await import('./stylise/run.ts')).runStylise,
  'kiln-condition': async () => (await import('./condition/run.ts')).runCondition,
  'kiln-colourise': async () => (await import('./colourise/run.ts')).runColourise,
  'kiln-repaint': async () => (await import('./repaint/run.ts')).runRepaint,
  'kiln-replace': async () => (await import('./replace/run.ts')).runReplace,
  'kiln-outpaint': async () => (await import('./outpaint/run.ts')).runOutpaint,
  'kiln-product': async () => (await import('./product/run.ts')).runProduct,
  'kiln-cutout': async () => (await import('./cutout/run.ts')).runCutout,
  'kiln-inpainting': async () => (await import('./inpaint/run.ts')).runInpaint,
  'kiln-poster-lite': async () => (await import('./poster/run.ts')).runPosterLite,
  'kiln-poster-pro': async () => (await import('./poster/run.ts')).runPosterPro,
  'kiln-same-style': async () => (await import('./same-style/run.ts')).runSameStyle,
  'kiln-combine': async () => (await import('./combine/run.ts')).runCombine,
  'kiln-scribble': async () => (await import('./scribble/run.ts')).runScribble,
  'kiln-solid': async () => (await import('./solid/run.ts')).runSolid,
  'kiln-train': async () => (await import('./train/run.ts')).runTrain,
  'kiln-logo': async () => (await import('./logo/run.ts')).runLogo,
  'kiln-trace': async () => (await import('./trace/run.ts')).runTrace,
  'kiln-erase': async () => (await import('./erase/run.ts')).runErase,
  'kiln-motion': async () => (await import('./video/image/run.ts')).runImageFilm,
  'kiln-voice': async () => (await import('./voice/run.ts')).runVoice,
  'kiln-soundtrack': async () => (await import('./soundtrack/run.ts')).runSoundtrack,
  'kiln-music': async () => (await import('./music/run.ts')).runMusic,
  'kiln-film': async () => (await import('./video/text/run.ts')).runTextFilm,
};

/** An app is its tool: what it has decided are hidden defaults of its schema. */
const apps = appRecipes.flatMap(({ id, base }) => {
  const load = tools[base];
  return load ? [[id, load] as const] : [];
});

/** Loaded on first use, so that a process carries only what its jobs need. */
export const runners: Readonly<Record<string, Loader>> = { ...tools, ...Object.fromEntries(apps) };
