import { appTools } from './apps/model.ts';
import { colouriseTool } from './colourise/model.ts';
import { conditionTool } from './condition/model.ts';
import { combineTool } from './combine/model.ts';
import { logoTool } from './logo/model.ts';
import { musicTool } from './music/model.ts';
import { painterTool } from './painter/model.ts';
import { posterLiteTool, posterProTool } from './poster/model.ts';
import { repaintTool } from './repaint/model.ts';
import { restoreTool } from './restore/model.ts';
import { soundtrackTool } from './soundtrack/model.ts';
import { sameStyleTool } from './same-style/model.ts';
import { scribbleTool } from './scribble/model.ts';
import { solidTool } from './solid/model.ts';
import { styliseTool } from './stylise/model.ts';
import { eraseTool } from './erase/model.ts';
import { inpaintTool } from './inpaint/model.ts';
import { cutoutTool } from './cutout/model.ts';
import { productTool } from './product/model.ts';
import { outpaintTool } from './outpaint/model.ts';
import { replaceTool } from './replace/model.ts';
import type { BuiltinTool } from './tool.ts';
import { imageFilmTool } from './video/image/model.ts';
import { textFilmTool } from './video/text/model.ts';
import { traceTool } from './trace/model.ts';
import { trainTool } from './train/model.ts';
import { upscaleTool } from './upscale/model.ts';
import { voiceTool } from './voice/model.ts';

/** Every tool of the built-in engine; `runners.ts` names the code behind each. */
export const builtinTools: readonly BuiltinTool[] = [
  painterTool,
  upscaleTool,
  restoreTool,
  styliseTool,
  conditionTool,
  colouriseTool,
  repaintTool,
  replaceTool,
  outpaintTool,
  productTool,
  cutoutTool,
  inpaintTool,
  sameStyleTool,
  combineTool,
  scribbleTool,
  solidTool,
  trainTool,
  posterLiteTool,
  posterProTool,
  logoTool,
  traceTool,
  eraseTool,
  imageFilmTool,
  textFilmTool,
  musicTool,
  voiceTool,
  soundtrackTool,
  ...appTools,
];
