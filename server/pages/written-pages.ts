import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { languageTag, type Language } from '../../src/domain/languages.ts';
import { textPageOf } from '../../src/domain/text-pages.ts';
import {
  writtenPagePlace,
  writtenPages,
  writtenPagesFile,
  type WrittenPage,
  type WrittenPageName,
  type WrittenPages,
} from '../../src/domain/written-pages.ts';
import type { WritePage } from '../http/static-app.ts';
import { escaped } from './frame.ts';

const usualProduct = 'Kiln 窑';

/** Null for an address whose page the app writes alone. */
function nameOf(pathname: string): WrittenPageName | null {
  const [, segment = '', ...more] = pathname.split('/');
  if (more.join('') !== '') return null;
  return textPageOf(segment) ?? writtenPages.find((name) => name === segment) ?? null;
}

/** A page is sent to everybody, and what is somebody's own is none. */
const isForAll = (name: WrittenPageName): boolean => name !== 'history';

function headOf(
  name: WrittenPageName,
  { title, description, style }: WrittenPage,
  { language, origin, product }: { language: Language; origin: string; product: string },
): string {
  const full = escaped(title === '' ? product : `${title} · ${product}`);
  const about = escaped(description);
  const address = escaped(`${origin}/${name}`);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    name: product,
    url: `${origin}/`,
    description,
    inLanguage: languageTag(language),
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
  };
  return [
    `<title>${full}</title>`,
    `<meta name="description" content="${about}" />`,
    ...(isForAll(name)
      ? [
          `<link rel="canonical" href="${address}" />`,
          `<meta property="og:type" content="${textPageOf(name) ? 'article' : 'website'}" />`,
          `<meta property="og:site_name" content="${escaped(product)}" />`,
          `<meta property="og:title" content="${full}" />`,
          `<meta property="og:description" content="${about}" />`,
          `<meta property="og:url" content="${address}" />`,
          `<meta property="og:locale" content="${languageTag(language).replace('-', '_')}" />`,
          `<meta property="og:image" content="${escaped(origin)}/icons/icon-512.png" />`,
          `<meta name="twitter:card" content="summary" />`,
        ]
      : []),
    ...(name === ''
      ? [
          // What is typed in it can't end the element that it stands in.
          `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
        ]
      : []),
    ...(style === '' ? [] : [`<style>${style}</style>`]),
  ].join('\n    ');
}

/** The page's own words in index.html's shell, in the one language that they are sent in. */
function withBody(index: string, body: string, language: Language): string {
  const shell = index.indexOf(`data-shell="${language}"`);
  const at = body === '' || shell < 0 ? -1 : index.indexOf(writtenPagePlace, shell);
  if (at < 0) return index;
  const own = index.slice(0, at) + body + index.slice(at + writtenPagePlace.length);
  // src/first-paint.ts shows it where the language is the reader's; without scripts it is shown as it is.
  return own.replace('<html ', `<html data-written="${language}" data-first="written" `);
}

/**
 * Whoever runs no script, such as programs that show a link in a chat, reads what is sent alone; and nobody who comes
 * for the first time has to wait for the app's code before they can read. The app writes the same again, later.
 * @param folder of the built app; one that was built without such pages has none
 * @param brand what the deployment calls itself, as it is at the moment of asking; empty for nothing of its own
 */
export async function createWrittenPages(
  folder: string,
  brand: () => string = () => '',
): Promise<WritePage> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const [index, pages] = await Promise.all([
    read('index.html'),
    read(writtenPagesFile).then((text) => JSON.parse(text) as WrittenPages),
  ]).catch(() => [null, null]);

  return (pathname, language, { origin, hasPlatform }) => {
    const name = nameOf(pathname);
    // An older build may not have all of them.
    const page = name === null ? undefined : pages?.[name]?.[language];
    if (index === null || name === null || !page) return null;
    // Without a platform nobody has an account.
    const body = hasPlatform || textPageOf(name) ? page.body : '';
    const head = headOf(name, page, { language, origin, product: brand() || usualProduct });
    const html = withBody(index, body, language)
      .replace(/(<html[^>]*) lang="[^"]*"/, `$1 lang="${languageTag(language)}"`)
      .replace(/<meta\s+name="description"[^>]*>/, '')
      .replace(/<title>[^<]*<\/title>/, () => head);
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    return { html, etag };
  };
}
