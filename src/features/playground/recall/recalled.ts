import type { RecallPart } from '../../../domain/recall.ts';
import type { GeneratorType } from '../../../domain/generator-types.ts';
import { atom } from '../../../ui/atoms.ts';
import type { Draft } from '../draft-keeper.ts';
import type { WantedSetting } from './wanted-settings.ts';

/** What was put into a form from elsewhere, and what was in it before. */
export interface Recalled {
  type: GeneratorType;
  /** The model that the form should then have. */
  model: string | null;
  origin: 'work' | 'link' | 'picture' | 'share';
  part: RecallPart;
  settings: WantedSetting[];
  before: Draft;
}

/** The latest of them, until it is undone or old. It dies with the tab, as an undo does. */
export const recalledAtom = atom<Recalled | null>(null);

/** A picture that came to the form and may carry settings. */
export interface ArrivedPicture {
  file: File;
  /** Nothing else uses it: the person is told, too, if it carries none. */
  alone: boolean;
}

export const arrivedPictureAtom = atom<ArrivedPicture | null>(null);
