import { sniffMediaType } from '../../domain/file-kinds.ts';
import { uploadMaxBytes } from '../../domain/limits.ts';
import { oddMax, trainedSide, type ExaminedZip, type Oddity } from '../../domain/training.ts';
import { readDirectory, type ZipEntry } from './directory.ts';
import { readEntry } from './entry-bytes.ts';
import { WindowReader } from './window-reader.ts';

/** What systems put into archives by themselves. */
const isHidden = (name: string): boolean => name.startsWith('__MACOSX/') || /(^|\/)\./.test(name);

/** How many files of a training zip are looked at; the rest are not learnt from either. */
const filesMax = 1_000;

async function sizeOf(picture: Blob): Promise<{ width: number; height: number } | null> {
  try {
    const bitmap = await createImageBitmap(picture);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return null;
  }
}

async function oddityOf(reader: WindowReader, entry: ZipEntry): Promise<Oddity | null> {
  if (entry.name.includes('/') || entry.name.includes('\\')) return 'in-folder';
  if (!/\.(png|jpe?g)$/i.test(entry.name)) return 'other-type';
  if (entry.bytes === 0 || entry.bytes > uploadMaxBytes) return 'damaged';
  try {
    const { as, head } = await readEntry(reader, entry);
    const type = sniffMediaType(head.subarray(0, 32));
    if (type !== 'image/png' && type !== 'image/jpeg') return 'other-type';
    const size = await sizeOf(as(type));
    if (!size) return 'damaged';
    return size.width > trainedSide && size.height > trainedSide ? null : 'too-small';
  } catch {
    return 'damaged';
  }
}

/**
 * Looks into a training zip (spec 2, section 8): PNG or JPEG at its root, larger than 512 × 512. Runs in a worker; one
 * picture at a time is in memory.
 * @param progress hears how much of it has been looked at, 0…1
 * @throws RefusedError where it is no zip that can be read
 */
export async function examineTraining(
  file: Blob,
  progress: (fraction: number) => void = () => undefined,
): Promise<ExaminedZip> {
  const { entries, refused } = await readDirectory(file, filesMax);
  const files = entries.filter(({ name }) => !isHidden(name));
  const reader = new WindowReader(file);
  const odd: ExaminedZip['odd'] = refused
    .filter(({ name }) => !isHidden(name))
    .map(({ name }) => ({ name, oddity: 'damaged' as const }));
  let good = 0;
  for (const [index, entry] of files.entries()) {
    const oddity = await oddityOf(reader, entry);
    if (oddity === null) good += 1;
    else odd.push({ name: entry.name, oddity });
    progress((index + 1) / files.length);
  }
  return { good, odd: odd.slice(0, oddMax), oddInAll: odd.length };
}
