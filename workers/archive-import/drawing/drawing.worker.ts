import {
  blurOf,
  smallPictureOf,
  type Blurred,
  type SmallPicture,
} from '../../../src/media/pictures.ts';
import { answerWith } from '../../asked-worker.ts';

/** What is asked of this worker, and what comes of it. */
export interface Drawings {
  blur: Blurred;
  small: SmallPicture;
}

export interface DrawQuestion {
  what: keyof Drawings;
  picture: Blob;
}

answerWith<Drawings[keyof Drawings]>(({ what, picture }: DrawQuestion) =>
  what === 'blur' ? blurOf(picture) : smallPictureOf(picture),
);
