import { load } from 'exifreader';

/** EXIF tells at the head of a JPEG how the camera was held; the pixels themselves come later (Exif 2.32, 4.5.4). */
const headBytes = 256 * 1024;

/** Whether EXIF tells viewers to rotate or mirror a JPEG. A truncated or broken header counts as no. */
export async function isTurnedByExif(jpeg: Blob): Promise<boolean> {
  try {
    const tags = load(await jpeg.slice(0, headBytes).arrayBuffer(), { expanded: true });
    return (tags.exif?.Orientation?.value ?? 1) > 1;
  } catch {
    return false;
  }
}
