import { createHash } from 'node:crypto';

import { extensionOf } from '../../src/domain/file-kinds.ts';
import { languageTag, textIn } from '../../src/domain/languages.ts';
import type { Language } from '../../src/domain/languages.ts';
import { mediaKind } from '../../src/domain/media-kind.ts';
import { splitPrompt } from '../../src/domain/parameters.ts';
import { linkPath } from '../../src/domain/work-links.ts';
import type { Shared } from './service.ts';

/** Everything that a page of a link says, by what the visitor's browser prefers. */
const words = {
  untitled: { cn: 'Kiln 作品', en: 'A work made with Kiln' },
  description: { cn: '用 Kiln 窑 做的。', en: 'Made with Kiln 窑.' },
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

const style = `
:root{color-scheme:light dark;--ground:light-dark(#f6f1e8,#14110f);--ink:light-dark(#2b2320,#f3efe8);--soft:light-dark(#5b4f49,#cbc3ba);--line:light-dark(#ddd5c8,#38302b);--ember:#ff8a3d;--on-ember:#241509}
*{box-sizing:border-box}
html{font:100%/1.6 Figtree,system-ui,"PingFang SC","HarmonyOS Sans SC","MiSans","Noto Sans SC",sans-serif;background:var(--ground);color:var(--ink)}
body{margin:0;min-height:100dvh;display:flex;flex-direction:column}
main{flex:1;width:100%;max-width:72rem;margin:0 auto;padding:clamp(1rem,3vw,2.5rem);display:flex;flex-direction:column;gap:1.25rem}
figure{margin:0;display:grid;place-items:center}
figure img,video{display:block;max-width:100%;max-height:72dvh;width:auto;height:auto;border-radius:.75rem}
.text{width:min(100%,42rem);margin-inline:auto;display:grid;gap:1.25rem}
audio{width:min(100%,36rem)}
.sound img{max-height:46dvh;margin-bottom:1rem}
.held img,.held video{-webkit-touch-callout:none;-webkit-user-select:none;user-select:none}
.held img{pointer-events:none}
h1{font-size:clamp(1.25rem,2.4vw,1.75rem);line-height:1.3;margin:0;text-wrap:balance;overflow-wrap:anywhere}
h2{font-size:.875rem;font-weight:600;color:var(--soft);margin:0 0 .25rem}
p{margin:0;max-width:65ch;white-space:pre-wrap;overflow-wrap:anywhere;color:var(--soft)}
.more{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
a{color:inherit}
.button{display:inline-flex;align-items:center;min-height:44px;padding:.5rem 1.25rem;border-radius:.75rem;font-weight:600;text-decoration:none}
.own{background:var(--ember);color:var(--on-ember)}
.plain{border:1px solid var(--line)}
a:focus-visible{outline:2px solid currentColor;outline-offset:3px}
footer{padding:1.25rem;border-top:1px solid var(--line);text-align:center;color:var(--soft)}
footer a{display:inline-flex;align-items:center;gap:.5rem;min-height:44px;padding:0 .5rem;text-decoration:none;font-weight:600}
footer img{border-radius:.375rem}
.empty{margin:auto;text-align:center;display:grid;gap:1rem;justify-items:center}
`;

/** No script, nothing from elsewhere, and this style alone. */
export const pagePolicy = [
  "default-src 'none'",
  "img-src 'self'",
  "media-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (each) => entities[each] ?? each);

interface PageOptions {
  language: Language;
  /** Where visitors reach the platform, for readers of the page's own facts, which take whole addresses only. */
  origin: string;
  /** Nothing opens a menu of the browser's on a picture. */
  isHeld: boolean;
}

function frame(
  { language }: PageOptions,
  { title, head, body }: { title: string; head: string; body: string },
): string {
  return `<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Kiln 窑</title>
<meta name="robots" content="noindex">
${head}<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
${body}
<footer><a href="/"><img src="/icons/icon-192.png" width="24" height="24" alt="">Kiln 窑</a></footer>
</body>
</html>
`;
}

const meta = (name: string, value: string | number): string =>
  `<meta ${name.startsWith('twitter:') || name === 'description' ? 'name' : 'property'}="${name}" content="${escaped(String(value))}">\n`;

type Live = Extract<Shared, { kind: 'live' }>;

/** The size in which a picture is shown, and its small one for those that only preview. */
function shownSize({ width, height }: { width: number; height: number }, most: number) {
  const scale = Math.min(1, most / Math.max(1, width));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function mediaOf({ shared }: Live, name: string, at: string): string {
  const { file } = shared;
  const alt = escaped(name);
  switch (mediaKind(file.mediaType)) {
    case 'picture': {
      const { width, height } = shownSize(file, 2048);
      // A width that the picture does not have would have browsers show it smaller than it is.
      const smaller =
        width > 1024
          ? ` srcset="${at}/picture?width=1024 1024w, ${at}/picture?width=2048 ${width}w" sizes="(max-width: 72rem) 100vw, 72rem"`
          : '';
      return `<figure><img src="${at}/picture?width=2048"${smaller} width="${width}" height="${height}" alt="${alt}"></figure>`;
    }
    case 'video':
      return `<figure><video src="${at}/file" poster="${at}/picture?width=512" controls playsinline preload="metadata" aria-label="${alt}"></video></figure>`;
    case 'audio':
      return `<figure class="sound"><img src="${at}/picture?width=512" alt=""><audio src="${at}/file" controls preload="metadata" aria-label="${alt}"></audio></figure>`;
    default:
      return `<figure><img src="${at}/picture?width=512" alt="${alt}"></figure>`;
  }
}

/** The page of a live link: the work, what its owner says of it, and the way into the app. */
export function renderLink(live: Live, options: PageOptions): string {
  const { link, shared } = live;
  const { work, file } = shared;
  const { language, origin, isHeld } = options;
  const at = linkPath(link.token);
  const title = link.title || textIn(words.untitled, language);
  const prompt = link.showsPrompt ? splitPrompt(work.prompt).prompt.trim() : '';
  const kind = mediaKind(file.mediaType);
  const description = prompt ? prompt.slice(0, 200) : textIn(words.description, language);
  const picture = shownSize(file, kind === 'picture' ? 1024 : 512);
  const search = prompt
    ? `?${new URLSearchParams({ prompt: prompt.slice(0, 2_000) }).toString()}`
    : '';
  const head = [
    meta('description', description),
    meta('og:type', kind === 'video' ? 'video.other' : 'website'),
    meta('og:site_name', 'Kiln 窑'),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:url', origin + at),
    meta('og:locale', languageTag(language).replace('-', '_')),
    meta('og:image', `${origin}${at}/picture?width=${kind === 'picture' ? 1024 : 512}`),
    meta('og:image:type', 'image/webp'),
    ...(picture.width > 0
      ? [meta('og:image:width', picture.width), meta('og:image:height', picture.height)]
      : []),
    meta('og:image:alt', title),
    ...(kind === 'video'
      ? [meta('og:video', `${origin}${at}/file`), meta('og:video:type', file.mediaType)]
      : []),
    ...(kind === 'audio'
      ? [meta('og:audio', `${origin}${at}/file`), meta('og:audio:type', file.mediaType)]
      : []),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', title),
    meta('twitter:description', description),
    meta('twitter:image', `${origin}${at}/picture?width=${kind === 'picture' ? 1024 : 512}`),
  ].join('');
  const save =
    kind === 'picture'
      ? ''
      : `<a class="button plain" href="${at}/file" download="kiln.${extensionOf(file.mediaType) ?? 'bin'}">${textIn(words.download, language)}</a>`;
  const body = `<main${isHeld ? ' class="held"' : ''}>
${mediaOf(live, title, at)}
<div class="text"><h1>${escaped(title)}</h1>
${prompt ? `<section><h2>${textIn(words.prompt, language)}</h2><p>${escaped(prompt)}</p></section>` : ''}
<div class="more"><a class="button own" href="/generate/${encodeURIComponent(work.jobType)}${escaped(search)}">${textIn(words.own, language)}</a>${save}</div></div>
</main>`;
  return frame(options, { title, head, body });
}

/** The page of a link that is none, or no longer one. */
export function renderEmpty(kind: 'over' | 'none', options: PageOptions): string {
  const { language } = options;
  const title = textIn(words[`${kind}Title`], language);
  const body = `<main><div class="empty">
<h1>${title}</h1>
<p>${textIn(words[kind], language)}</p>
<a class="button own" href="/generate">${textIn(words.own, language)}</a>
</div></main>`;
  return frame(options, { title, head: '', body });
}
