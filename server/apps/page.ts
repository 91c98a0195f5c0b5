import type { SharedApp } from '../../src/api/contract/apps.ts';
import { appCoverSide } from '../../src/domain/apps.ts';
import { languageTag, textIn } from '../../src/domain/languages.ts';
import { escaped, frame } from '../pages/frame.ts';
import type { Page, PageOptions } from '../pages/frame.ts';
import { meta } from '../pages/work.ts';
import { appPath } from './service.ts';

/** Everything that pages of apps say, by what the visitor's browser prefers or the address asks for. */
const words = {
  about: { cn: '用 Kiln 窑 做的应用，打开就能用。', en: 'An app for Kiln 窑. Open it and use it.' },
  open: { cn: '打开应用', en: 'Open the app' },
  all: { cn: '看看别的应用', en: 'See other apps' },
  goneTitle: { cn: '这个应用不在了', en: 'This app is not here' },
  gone: {
    cn: '做它的人把它删了，或者链接不完整。',
    en: 'Whoever made it has deleted it, or the link is not complete.',
  },
} as const;

/** What a page of an app says to chats and search engines. */
function facts(app: SharedApp, description: string, { language, origin }: PageOptions): string {
  const picture =
    app.cover === null
      ? []
      : [
          meta('og:image', origin + app.cover),
          meta('og:image:type', 'image/webp'),
          meta('og:image:alt', app.name),
          meta('twitter:image', origin + app.cover),
        ];
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    name: app.name,
    description,
    url: origin + appPath(app.id),
    applicationCategory: 'MultimediaApplication',
    author: { '@type': 'Person', name: app.author },
    dateModified: app.update_time,
    ...(app.cover !== null && { image: origin + app.cover }),
  };
  return [
    meta('description', description),
    meta('og:type', 'website'),
    meta('og:site_name', 'Kiln 窑'),
    meta('og:title', app.name),
    meta('og:description', description),
    meta('og:url', origin + appPath(app.id)),
    meta('og:locale', languageTag(language).replace('-', '_')),
    ...picture,
    meta('twitter:card', app.cover === null ? 'summary' : 'summary_large_image'),
    meta('twitter:title', app.name),
    meta('twitter:description', description),
    `<link rel="canonical" href="${escaped(origin + appPath(app.id))}">\n`,
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`,
  ].join('');
}

/** The public page of an app: for chats, for search engines, and for whoever has no Kiln yet. */
export function renderApp(app: SharedApp, options: PageOptions): Page {
  const { language } = options;
  const say = (name: keyof typeof words) => textIn(words[name], language);
  const description = app.description || say('about');
  const cover =
    app.cover === null
      ? ''
      : `<figure><img src="${escaped(app.cover)}" width="${appCoverSide}" alt="" fetchpriority="high"></figure>\n`;
  const body = `<main>
${cover}<div class="text"><h1>${escaped(app.name)}</h1>
<p class="by">${escaped(app.author)}</p>
<p>${escaped(description)}</p>
<div class="more"><a class="button own" href="/app/${app.id}">${say('open')}</a><a class="button plain" href="/smart-apps">${say('all')}</a></div></div>
</main>`;
  const head = facts(app, description, options);
  // Whoever shows an app to those with its link alone has not shown it to search engines.
  return frame(options, { title: app.name, head, body, isPublic: app.listed });
}

/** The page of an app that isn't there, or no longer. */
export function renderNoApp(options: PageOptions): Page {
  const say = (name: keyof typeof words) => textIn(words[name], options.language);
  const body = `<main><div class="empty">
<h1>${say('goneTitle')}</h1>
<p>${say('gone')}</p>
<a class="button own" href="/smart-apps">${say('all')}</a>
</div></main>`;
  return frame(options, { title: say('goneTitle'), head: '', body });
}
