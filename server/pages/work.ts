import { languageTag, textIn } from '../../src/domain/languages.ts';
import { mediaKind } from '../../src/domain/media-kind.ts';
import { escaped } from './frame.ts';
import type { PageOptions } from './frame.ts';

/** A work as a page shows it: what it is called, and where its picture and its file are. */
export interface ShownWork {
  /** Path of the page; `/picture` and `/file` lie under it. */
  at: string;
  title: string;
  description: string;
  mediaType: string;
  width: number;
  height: number;
}

/** Of what is called nothing. */
export const untitled = { cn: 'Kiln 作品', en: 'A work made with Kiln' } as const;
const made = { cn: '用 Kiln 窑 做的。', en: 'Made with Kiln 窑.' } as const;

/** What readers of links show below a title. */
export const descriptionOf = (
  prompt: string,
  { language }: Pick<PageOptions, 'language'>,
): string => (prompt ? prompt.slice(0, 200) : textIn(made, language));

/** One fact, for `head`. */
export const meta = (name: string, value: string | number): string =>
  `<meta ${name.startsWith('twitter:') || name === 'description' ? 'name' : 'property'}="${name}" content="${escaped(String(value))}">\n`;

/** The size in which a picture is shown, and its small one for those that only preview. */
function shownSize({ width, height }: { width: number; height: number }, most: number) {
  const scale = Math.min(1, most / Math.max(1, width));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The picture that stands for a work where it is only told of. */
export function previewOf(work: ShownWork) {
  const width = mediaKind(work.mediaType) === 'picture' ? 1024 : 512;
  return { path: `${work.at}/picture?width=${width}`, ...shownSize(work, width) };
}

/**
 * What a page says of itself to those who show links: chats, search engines, readers.
 * @param page its path, where it shows more than this work
 */
export function facts(
  work: ShownWork,
  { language, origin }: Pick<PageOptions, 'language' | 'origin'>,
  page: string = work.at,
): string {
  const { at, title, description, mediaType } = work;
  const kind = mediaKind(mediaType);
  const preview = previewOf(work);
  return [
    meta('description', description),
    meta('og:type', kind === 'video' ? 'video.other' : 'website'),
    meta('og:site_name', 'Kiln 窑'),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:url', origin + page),
    meta('og:locale', languageTag(language).replace('-', '_')),
    meta('og:image', origin + preview.path),
    meta('og:image:type', 'image/webp'),
    ...(preview.width > 0
      ? [meta('og:image:width', preview.width), meta('og:image:height', preview.height)]
      : []),
    meta('og:image:alt', title),
    ...(kind === 'video'
      ? [meta('og:video', `${origin}${at}/file`), meta('og:video:type', mediaType)]
      : []),
    ...(kind === 'audio'
      ? [meta('og:audio', `${origin}${at}/file`), meta('og:audio:type', mediaType)]
      : []),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', title),
    meta('twitter:description', description),
    meta('twitter:image', origin + preview.path),
  ].join('');
}

/** Its room on the page before its bytes are there, so that nothing moves when they come; as CSS. */
export function roomOf(work: ShownWork): string {
  if (work.width <= 0 || work.height <= 0) return '';
  const { width, height } = shownSize(work, 2048);
  const ratio = (width / height).toFixed(4);
  return `figure img,figure video{width:min(100%,${width}px,calc(72dvh*${ratio}));height:auto;aspect-ratio:${width}/${height}}`;
}

/** The work itself. */
export function figure({ at, title, mediaType, width, height }: ShownWork): string {
  const alt = escaped(title);
  switch (mediaKind(mediaType)) {
    case 'picture': {
      const shown = shownSize({ width, height }, 2048);
      // A width that the picture does not have would have browsers show it smaller than it is.
      const smaller =
        width > 1024
          ? ` srcset="${at}/picture?width=1024 1024w, ${at}/picture?width=2048 ${shown.width}w" sizes="(max-width: 72rem) 100vw, 72rem"`
          : '';
      return `<figure><img src="${at}/picture?width=2048"${smaller} width="${shown.width}" height="${shown.height}" alt="${alt}" fetchpriority="high"></figure>`;
    }
    case 'video':
      return `<figure><video src="${at}/file" poster="${at}/picture?width=512" controls playsinline preload="metadata" aria-label="${alt}"></video></figure>`;
    case 'audio':
      return `<figure class="sound"><img src="${at}/picture?width=512" alt=""><audio src="${at}/file" controls preload="metadata" aria-label="${alt}"></audio></figure>`;
    default:
      return `<figure><img src="${at}/picture?width=512" alt="${alt}"></figure>`;
  }
}
