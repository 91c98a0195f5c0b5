import { extensionOf } from '../../src/domain/file-kinds.ts';
import { textIn } from '../../src/domain/languages.ts';
import { mediaKind } from '../../src/domain/media-kind.ts';
import { splitPrompt } from '../../src/domain/parameters.ts';
import { linkPath } from '../../src/domain/work-links.ts';
import { escaped, frame } from '../pages/frame.ts';
import type { Page, PageOptions } from '../pages/frame.ts';
import { descriptionOf, facts, figure, roomOf, untitled } from '../pages/work.ts';
import type { Shared } from './service.ts';

/** Everything that a page of a link says, by what the visitor's browser prefers. */
const words = {
  prompt: { cn: '提示词', en: 'Prompt' },
  own: { cn: '做一件你自己的', en: 'Make your own' },
  download: { cn: '下载文件', en: 'Download the file' },
  overTitle: { cn: '这个链接已经收回', en: 'This link was taken back' },
  over: {
    cn: '分享它的人收回了链接，或者删除了作品。',
    en: 'Whoever shared it has taken the link back, or deleted the work.',
  },
  noneTitle: { cn: '这里没有作品', en: 'There is nothing here' },
  none: { cn: '请核对一下链接是否完整。', en: 'Check whether the link is complete.' },
} as const;

type Live = Extract<Shared, { kind: 'live' }>;

/** The page of a live link: the work, what its owner says of it, and the way into the app. */
export function renderLink({ link, shared }: Live, options: PageOptions): Page {
  const { work, file } = shared;
  const { language, isHeld } = options;
  const prompt = link.showsPrompt ? splitPrompt(work.prompt).prompt.trim() : '';
  const shown = {
    ...file,
    at: linkPath(link.token),
    title: link.title || textIn(untitled, language),
    description: descriptionOf(prompt, options),
  };
  const search = prompt
    ? `?${new URLSearchParams({ prompt: prompt.slice(0, 2_000) }).toString()}`
    : '';
  const save =
    mediaKind(file.mediaType) === 'picture'
      ? ''
      : `<a class="button plain" href="${shown.at}/file" download="kiln.${extensionOf(file.mediaType) ?? 'bin'}">${textIn(words.download, language)}</a>`;
  const body = `<main${isHeld ? ' class="held"' : ''}>
${figure(shown)}
<div class="text"><h1>${escaped(shown.title)}</h1>
${prompt ? `<section><h2>${textIn(words.prompt, language)}</h2><p>${escaped(prompt)}</p></section>` : ''}
<div class="more"><a class="button own" href="/generate/${encodeURIComponent(work.jobType)}${escaped(search)}">${textIn(words.own, language)}</a>${save}</div></div>
</main>`;
  return frame(options, {
    title: shown.title,
    head: facts(shown, options),
    style: roomOf(shown),
    body,
  });
}

/** The page of a link that is none, or no longer one. */
export function renderEmpty(kind: 'over' | 'none', options: PageOptions): Page {
  const { language } = options;
  const title = textIn(words[`${kind}Title`], language);
  const body = `<main><div class="empty">
<h1>${title}</h1>
<p>${textIn(words[kind], language)}</p>
<a class="button own" href="/generate">${textIn(words.own, language)}</a>
</div></main>`;
  return frame(options, { title, head: '', body });
}
