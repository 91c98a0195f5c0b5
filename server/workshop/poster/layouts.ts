import { frame, gallery } from './on-paper.ts';
import type { PosterLayout } from './options.ts';
import { classic, headline, vertical } from './over-picture.ts';
import type { PosterDesign, Sheet } from './sheet.ts';

export const posterDesigns: Readonly<
  Record<PosterLayout, (sheet: Sheet) => Promise<PosterDesign>>
> = {
  headline,
  classic,
  vertical,
  gallery,
  frame,
};
