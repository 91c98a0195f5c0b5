import { convertPicture, preparePicture } from '../../../workers/imaging/client.ts';
import { appCoverMaxBytes, appCoverSide } from '../../domain/apps.ts';

/** A picture as small as a card shows it, in the worker that decodes. @throws where it can't be read */
export async function smallCover(file: Blob): Promise<Blob> {
  const limits = {
    maxSidePixels: appCoverSide,
    maxPixels: appCoverSide * appCoverSide,
    acceptTypes: ['image/webp', 'image/jpeg', 'image/png'],
  };
  const { original, copy } = await preparePicture(file, limits);
  const small = (copy ?? original).blob;
  return small.size <= appCoverMaxBytes ? small : convertPicture(small, 'JPG');
}

/** As it goes along within a request. */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('It can not be read')));
    reader.readAsDataURL(blob);
  });
}
