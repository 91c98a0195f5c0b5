import type { GalleryWork } from '../../src/api/contract/gallery.ts';
import { galleryCategories, sentPicture } from '../../src/domain/gallery.ts';
import { workRouteId } from '../../src/domain/ids.ts';
import type { WorkId } from '../../src/domain/ids.ts';
import { languages, languageTag, textIn } from '../../src/domain/languages.ts';
import type { Language, LocalizedText } from '../../src/domain/languages.ts';
import { mediaKind } from '../../src/domain/media-kind.ts';
import { splitPrompt } from '../../src/domain/parameters.ts';
import { writtenWorks } from '../../src/domain/written-pages.ts';
import type { WorkIntroduction } from '../http/static-app.ts';
import { escaped, frame } from '../pages/frame.ts';
import type { Page, PageOptions } from '../pages/frame.ts';
import { descriptionOf, facts, figure, meta, previewOf, roomOf, untitled } from '../pages/work.ts';
import type { ShownWork } from '../pages/work.ts';

/** Everything that public pages say, by what the visitor's browser prefers or the address asks for. */
const words = {
  gallery: { cn: '画廊', en: 'Gallery' },
  about: {
    cn: '大家用 Kiln 窑 做出并发布的作品。',
    en: 'What people have made with Kiln 窑 and published.',
  },
  prompt: { cn: '提示词', en: 'Prompt' },
  negative: { cn: '不想出现的', en: 'Negative prompt' },
  model: { cn: '模型', en: 'Model' },
  size: { cn: '尺寸', en: 'Size' },
  category: { cn: '分类', en: 'Category' },
  day: { cn: '发布于', en: 'Published' },
  sample: { cn: 'Kiln 自带的示例', en: 'A sample that came with Kiln' },
  own: { cn: '用同样的设置做一件', en: 'Make one with the same settings' },
  all: { cn: '看整个画廊', en: 'See the whole gallery' },
  newer: { cn: '更新的', en: 'Newer' },
  older: { cn: '更早的', en: 'Older' },
  emptyTitle: { cn: '画廊还是空的', en: 'The gallery is still empty' },
  empty: {
    cn: '有人发布作品后，就会出现在这里。',
    en: 'As soon as somebody publishes a work, it is shown here.',
  },
  goneTitle: { cn: '这里没有作品', en: 'There is nothing here' },
  gone: {
    cn: '发布它的人把它收回了，或者链接不完整。',
    en: 'Whoever published it has taken it back, or the link is not complete.',
  },
  make: { cn: '做一件你自己的', en: 'Make your own' },
} as const;

/** Where one page in all of our languages can be asked for by the address, for search engines. */
function languagesOf(path: string, { language, isAsked, origin }: PageOptions): string {
  const at = (one: Language) => {
    const url = new URL(path, origin);
    url.searchParams.set('lang', one);
    return escaped(url.href);
  };
  const own = escaped(origin + path);
  const others = languages
    .map((each) => `<link rel="alternate" hreflang="${languageTag(each)}" href="${at(each)}">\n`)
    .join('');
  // One in a language of its own is itself, or search engines would know none but the first.
  return `<link rel="canonical" href="${isAsked ? at(language) : own}">\n<link rel="alternate" hreflang="x-default" href="${own}">\n${others}`;
}

/** Data for search engines; what is typed in it can't end the element that it stands in. */
const structured = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>\n`;

function shownOf(work: GalleryWork, options: Pick<PageOptions, 'language'>): ShownWork {
  return {
    at: work.page,
    title: work.title || textIn(untitled, options.language),
    description: descriptionOf(splitPrompt(work.prompt).prompt.trim(), options),
    mediaType: work.media_type,
    width: work.width,
    height: work.height,
  };
}

function structuredWork(work: GalleryWork, shown: ShownWork, { origin }: PageOptions): object {
  const isVideo = mediaKind(work.media_type) === 'video';
  return {
    '@context': 'https://schema.org',
    '@type': isVideo ? 'VideoObject' : 'ImageObject',
    name: shown.title,
    description: shown.description,
    url: origin + shown.at,
    contentUrl: origin + work.image,
    thumbnailUrl: origin + previewOf(shown).path,
    encodingFormat: work.media_type,
    width: work.width,
    height: work.height,
    author: { '@type': 'Person', name: work.author },
    creditText: work.author,
    datePublished: work.create_time,
    uploadDate: work.create_time,
  };
}

/** What the app's own page of a published work says before the app does; it is known by the address of its public page. */
export function introduce(
  work: GalleryWork,
  options: Pick<PageOptions, 'language' | 'origin'>,
): WorkIntroduction {
  const shown = shownOf(work, options);
  const { prompt } = splitPrompt(work.prompt);
  const { width, height } = work;
  const kind = writtenWorks.find((each) => each === mediaKind(work.media_type));
  return {
    title: work.title || prompt.trim() || shown.title,
    head: `${facts(shown, options)}<link rel="canonical" href="${escaped(options.origin + shown.at)}">\n`,
    picture:
      kind && width > 0 && height > 0
        ? { kind, address: sentPicture(`${shown.at}/picture`), width, height }
        : null,
  };
}

const row = (name: string, value: string): string =>
  value === '' ? '' : `<dt>${name}</dt><dd>${escaped(value)}</dd>\n`;

/**
 * The public page of a published work: for those who have no app, for chats and for search engines.
 * @param modelLabel what its model is called, where that is known
 */
export function renderWork(
  work: GalleryWork,
  modelLabel: LocalizedText | null,
  options: PageOptions,
): Page {
  const { language, isHeld } = options;
  const shown = shownOf(work, options);
  const { prompt, negativePrompt } = splitPrompt(work.prompt);
  const say = (name: keyof typeof words) => textIn(words[name], language);
  const category = galleryCategories.find(({ id }) => id === work.category_id);
  const day = new Intl.DateTimeFormat(languageTag(language), {
    dateStyle: 'long',
    // As in the app: days are those of the specification's place (spec 1, section 9).
    timeZone: 'Asia/Shanghai',
  }).format(new Date(work.create_time));
  const part = (title: string, text: string) =>
    text === '' ? '' : `<section><h2>${title}</h2><p>${escaped(text)}</p></section>\n`;
  const body = `<main${isHeld ? ' class="held"' : ''}>
${figure(shown)}
<div class="text"><h1>${escaped(shown.title)}</h1>
<p class="by">${escaped(work.sample ? say('sample') : work.author)}</p>
${part(say('prompt'), prompt.trim())}${part(say('negative'), negativePrompt.trim())}<dl>
${row(say('model'), modelLabel ? textIn(modelLabel, language) : work.modelname)}${row(say('size'), work.width > 0 ? `${work.width} × ${work.height}` : '')}${row(say('category'), category ? textIn(category.name, language) : '')}${row(say('day'), day)}</dl>
<div class="more"><a class="button own" href="/work/${workRouteId(work.image_id as WorkId)}">${say('own')}</a><a class="button plain" href="/g/">${say('all')}</a></div></div>
</main>`;
  const head =
    facts(shown, options) +
    languagesOf(shown.at, options) +
    structured(structuredWork(work, shown, options));
  return frame(options, { title: shown.title, head, style: roomOf(shown), body, isPublic: true });
}

/** A page of the whole gallery, each work a link to its own. */
export function renderList(
  works: readonly GalleryWork[],
  { page, more }: { page: number; more: boolean },
  options: PageOptions,
): Page {
  const { language, isHeld } = options;
  const say = (name: keyof typeof words) => textIn(words[name], language);
  const about = say('about');
  const path = (number: number) => (number === 1 ? '/g/' : `/g/?page=${number}`);
  const items = works.map((work, index) => {
    const shown = shownOf(work, options);
    const [width, height] = shown.width > 0 ? [shown.width, shown.height] : [1, 1];
    // What is seen at once is not waited for.
    const when = index < 6 ? '' : ' loading="lazy"';
    return `<li><a href="${shown.at}"><img src="${shown.at}/picture?width=512" width="${width}" height="${height}" alt=""${when}><span>${escaped(shown.title)}</span></a></li>\n`;
  });
  const link = (number: number, name: 'newer' | 'older', rel: string) =>
    `<a class="button plain" rel="${rel}" href="${path(number)}">${say(name)}</a>`;
  const pages = [
    ...(page > 1 ? [link(page - 1, 'newer', 'prev')] : []),
    ...(more ? [link(page + 1, 'older', 'next')] : []),
  ].join('');
  const wall =
    works.length === 0
      ? `<div class="empty"><h1>${say('emptyTitle')}</h1><p>${say('empty')}</p><a class="button own" href="/generate">${say('make')}</a></div>`
      : `<h1>${say('gallery')}</h1>\n<p>${about}</p>\n<ul class="wall">\n${items.join('')}</ul>\n<nav class="pages" aria-label="${say('gallery')}">${pages}</nav>`;
  // The newest picture stands for all of them; of a film there is a small one only.
  const face = works.find(({ media_type: type }) => mediaKind(type) === 'picture');
  const head = face
    ? facts(
        { ...shownOf(face, options), title: say('gallery'), description: about },
        options,
        '/g/',
      )
    : meta('description', about);
  const body = `<main${isHeld ? ' class="held"' : ''}>\n${wall}\n</main>`;
  return frame(options, {
    title: say('gallery'),
    head: head + languagesOf(path(page), options),
    body,
    isPublic: works.length > 0,
  });
}

/** The page of what is not published, or no longer. */
export function renderGone(options: PageOptions): Page {
  const { language } = options;
  const say = (name: keyof typeof words) => textIn(words[name], language);
  const body = `<main><div class="empty">
<h1>${say('goneTitle')}</h1>
<p>${say('gone')}</p>
<a class="button own" href="/g/">${say('all')}</a>
</div></main>`;
  return frame(options, { title: say('goneTitle'), head: '', body });
}
