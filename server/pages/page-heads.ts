import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { languageTag, type Language } from '../../src/domain/languages.ts';
import {
  pageHeadsFile,
  textPageOf,
  type PageHead,
  type PageHeads,
  type TextPageName,
} from '../../src/domain/text-pages.ts';
import type { HeadedPage, HeadPage } from '../http/static-app.ts';
import { escaped } from './frame.ts';

/**
 * Whoever runs no script, such as programs that show a link in a chat, reads the head alone: the app writes its own, but
 * only later.
 * @param folder of the built app; one that was built without heads has none
 */
export async function createPageHeads(folder: string): Promise<HeadPage> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const [index, heads] = await Promise.all([
    read('index.html'),
    read(pageHeadsFile).then((text) => JSON.parse(text) as Partial<PageHeads>),
  ]).catch(() => [null, null]);
  const known = new Map<string, HeadedPage>();

  function write(
    index: string,
    name: TextPageName,
    { title, description }: PageHead,
    language: Language,
  ) {
    const [full, about] = [escaped(`${title} · Kiln 窑`), escaped(description)];
    const head = [
      `<title>${full}</title>`,
      `<meta name="description" content="${about}" />`,
      `<meta property="og:type" content="article" />`,
      `<meta property="og:title" content="${full}" />`,
      `<meta property="og:description" content="${about}" />`,
      `<link rel="canonical" href="/${name}" />`,
    ].join('\n    ');
    const html = index
      .replace(/<html lang="[^"]*"/, `<html lang="${languageTag(language)}"`)
      .replace(/<meta\s+name="description"[^>]*>/, '')
      .replace(/<title>[^<]*<\/title>/, () => head);
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    return { html, etag };
  }

  return (pathname, language) => {
    const [, segment = '', ...more] = pathname.split('/');
    const name = more.join('') === '' ? textPageOf(segment) : null;
    // An older build may not have all of them.
    const own = name === null ? undefined : heads?.[name]?.[language];
    if (index === null || name === null || !own) return null;
    const key = `${name} ${language}`;
    const page = known.get(key) ?? write(index, name, own, language);
    known.set(key, page);
    return page;
  };
}
