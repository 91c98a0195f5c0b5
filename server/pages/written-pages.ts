import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { shownTitle } from '../../src/domain/gallery.ts';
import { parseWorkRouteId } from '../../src/domain/ids.ts';
import { languageTag, type Language } from '../../src/domain/languages.ts';
import { chooseModel } from '../../src/domain/model-choice.ts';
import { modelTexts, type ModelItem } from '../../src/domain/model.ts';
import { textPageOf } from '../../src/domain/text-pages.ts';
import {
  modelPlace,
  shellTools,
  writtenPages,
  writtenPagesFile,
  workPlaces,
  writtenPlaces,
  type WrittenPage,
  type WrittenPageName,
  type WrittenPages,
  type WrittenPart,
  type WrittenWork,
} from '../../src/domain/written-pages.ts';
import type { WorkIntroduction, WritePage, WrittenHtml } from '../http/static-app.ts';
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

/** A part in its place in index.html's shell, in the one language that it is sent in. */
function withPart(
  index: string,
  place: keyof typeof writtenPlaces,
  body: string,
  language: Language,
): string {
  const shell = index.indexOf(`data-shell="${language}"`);
  const at = body === '' || shell < 0 ? -1 : index.indexOf(writtenPlaces[place], shell);
  if (at < 0) return index;
  const inside = at + writtenPlaces[place].length;
  return index.slice(0, inside) + body + index.slice(inside);
}

const withHead = (index: string, head: string): string =>
  index
    .replace(/<meta\s+name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => head);

/** src/first-paint.ts shows what is written where the language is the reader's; without scripts it is shown as it is. */
const shown = (html: string, language: Language): string =>
  html.replace('<html ', `<html data-written="${language}" data-first="written" `);

const withLanguage = (index: string, language: Language): string =>
  index.replace(/(<html[^>]*) lang="[^"]*"/, `$1 lang="${languageTag(language)}"`);

function sent(html: string): WrittenHtml {
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` };
}

/** The form at an address, before any of its code is there: what the tool does, and what its model says of itself. */
function withInvitation(
  index: string,
  { body, style }: WrittenPart,
  model: ModelItem,
  language: Language,
): string {
  const { description } = modelTexts(model, language);
  const told = body.replace(modelPlace, () => escaped(description));
  return withLanguage(withPart(index, 'invitation', told, language), language).replace(
    '<title>',
    () => `<style>${style}</style><title>`,
  );
}

/** Of `/generate/{type?}/{model?}`; null for other addresses, and for a tool whose form is not in index.html. */
function formAt(pathname: string) {
  const [, place, type, model] = pathname.split('/');
  const tool = shellTools.find((each) => each === (type || 'Text2Img'));
  return place === 'generate' && tool ? { tool, model: model || undefined } : null;
}

/** The id of a work whose page is at an address; null for other addresses. */
function workAt(pathname: string) {
  const [, place, id = '', ...more] = pathname.split('/');
  return place === 'work' && more.length === 0 ? parseWorkRouteId(id) : null;
}

/** A published work, with its picture where there is one, before any code of the app is there. */
function withWork(
  index: string,
  works: Record<WrittenWork, WrittenPart>,
  { title, head, picture }: WorkIntroduction,
  { language, product }: { language: Language; product: string },
): string {
  const said: [place: keyof typeof workPlaces, text: string][] = picture
    ? [
        ['address', picture.address],
        ['ratio', String(picture.width / picture.height)],
        ['width', String(picture.width)],
        ['height', String(picture.height)],
        // Last: what somebody called it is not looked through for places.
        ['title', shownTitle(title)],
      ]
    : [];
  const part = said.reduce(
    (text, [place, value]) => text.replaceAll(workPlaces[place], () => escaped(value)),
    picture ? works[picture.kind].body : '',
  );
  const own = [
    // Long before the place where it stands.
    ...(picture
      ? [
          `<link rel="preload" as="image" href="${escaped(picture.address)}" fetchpriority="high" />`,
        ]
      : []),
    `<title>${escaped(`${title.slice(0, 60)} · ${product}`)}</title>`,
    head,
    ...(picture ? [`<style>${works[picture.kind].style}</style>`] : []),
  ];
  return withHead(
    withLanguage(withPart(index, 'page', part, language), language),
    own.join('\n    '),
  );
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
  const [index, written] = await Promise.all([
    read('index.html'),
    read(writtenPagesFile).then((text) => JSON.parse(text) as WrittenPages),
  ]).catch(() => [null, null]);
  if (index === null || written === null) return () => null;
  const { pages, invitations, works } = written;

  return async (pathname, language, { origin, hasPlatform, models, work: introduce }) => {
    const product = brand() || usualProduct;
    const workId = hasPlatform && works ? workAt(pathname) : null;
    // The app comes whether or not the database can be reached; it has works of its own to show.
    const introduced = workId && (await introduce(workId, language).catch(() => null));
    if (works && introduced) {
      const html = withWork(index, works, introduced, { language, product });
      return sent(introduced.picture ? shown(html, language) : html);
    }
    const form = formAt(pathname);
    if (form) {
      const part = invitations[form.tool]?.[language];
      const model =
        part && hasPlatform ? chooseModel(models(language), form.tool, form.model, null) : null;
      return part && model ? sent(withInvitation(index, part, model, language)) : null;
    }
    const name = nameOf(pathname);
    // An older build may not have all of them.
    const page = name === null ? undefined : pages[name]?.[language];
    if (name === null || !page) return null;
    // Without a platform nobody has an account.
    const body = hasPlatform || textPageOf(name) ? page.body : '';
    const head = headOf(name, page, { language, origin, product });
    const html = withHead(withLanguage(withPart(index, 'page', body, language), language), head);
    return sent(body === '' ? html : shown(html, language));
  };
}
