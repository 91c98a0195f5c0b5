import type { InputValues } from '../../../src/domain/model.ts';

/** A ready-made app: a tool with most of its settings already made. Plain data, for the platform and for the process. */
export interface AppRecipe {
  /** Id of the template, which stands where a model's would (spec 1, section 2, `/app/{id}`). */
  id: string;
  /** Model of the tool that does the work. */
  base: string;
  /** What the person still decides, by the tool's field names. */
  shown: readonly string[];
  /** What is decided, where it is not the tool's own default. */
  settings: InputValues;
}

export const appRecipes = [
  {
    id: 'kiln-app-postcard',
    base: 'kiln-poster-pro',
    shown: ['prompt', 'text', 'seed'],
    settings: { width: 1024, height: 704, layout: 'gallery', n: 1 },
  },
  {
    id: 'kiln-app-seal',
    base: 'kiln-logo',
    shown: ['text', 'seed'],
    settings: { prompt: '书法，印章，国风', layout: 'seal', n: 1 },
  },
  {
    id: 'kiln-app-old-photo',
    base: 'kiln-restore',
    shown: ['image'],
    settings: { denoise: 0.85, contrast: 0.6, sharpen: 0.5 },
  },
  {
    id: 'kiln-app-sketch',
    base: 'kiln-stylise',
    shown: ['image', 'seed'],
    settings: { style: 'pencil', detail: 0.6 },
  },
] as const satisfies readonly AppRecipe[];

export type AppId = (typeof appRecipes)[number]['id'];
