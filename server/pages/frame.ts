import { createHash } from 'node:crypto';

import { languageTag } from '../../src/domain/languages.ts';
import type { Language } from '../../src/domain/languages.ts';

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
dl{margin:0;display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.25rem}
dt{color:var(--soft);font-size:.875rem;align-self:center}
dd{margin:0;overflow-wrap:anywhere}
.by{color:var(--soft);margin-top:-.75rem}
.wall{list-style:none;margin:0;padding:0;columns:15rem auto;column-gap:1rem}
.wall li{break-inside:avoid;margin-bottom:1rem}
.wall a{display:block;border-radius:.75rem;text-decoration:none}
.wall img{display:block;width:100%;height:auto;border-radius:.75rem;background:var(--line)}
.wall span{display:block;padding:.375rem .25rem 0;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.pages{display:flex;justify-content:center;gap:.75rem}
footer{padding:1.25rem;border-top:1px solid var(--line);text-align:center;color:var(--soft)}
footer a{display:inline-flex;align-items:center;gap:.5rem;min-height:44px;padding:0 .5rem;text-decoration:none;font-weight:600}
footer img{border-radius:.375rem}
.empty{margin:auto;text-align:center;display:grid;gap:1rem;justify-items:center}
`;

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const styleHash = hashOf(style);

/** No script, nothing from elsewhere, and these styles alone. */
const policyOf = (own: string): string =>
  [
    "default-src 'none'",
    "img-src 'self'",
    "media-src 'self'",
    // Nothing here asks for anything; programs that look at a page read robots.txt by its own means.
    "connect-src 'self'",
    `style-src ${[styleHash, ...(own ? [hashOf(own)] : [])].join(' ')}`,
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

/** A text as HTML and XML take it, in attributes, too. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (each) => entities[each] ?? each);

/** Who reads the page, and where. */
export interface PageOptions {
  language: Language;
  /** The address names the language; otherwise it is the one that the visitor's browser prefers. */
  isAsked: boolean;
  /** Where visitors reach the platform, for readers of the page's own facts, which take whole addresses only. */
  origin: string;
  /** Nothing opens a menu of the browser's on a picture. */
  isHeld: boolean;
}

export interface PageParts {
  title: string;
  /** Facts for readers that are no people, as HTML. */
  head: string;
  body: string;
  /** What only this page has of style, as CSS. */
  style?: string;
  /** Whether search engines may know of it. */
  isPublic?: boolean;
}

/** A page as it is sent, with the content security policy that fits it. */
export interface Page {
  html: string;
  policy: string;
}

/** A page that the platform writes itself, for whoever has no app yet: it needs no script. */
export function frame(
  { language }: PageOptions,
  { title, head, body, style: own = '', isPublic = false }: PageParts,
): Page {
  const html = `<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Kiln 窑</title>
${isPublic ? '' : '<meta name="robots" content="noindex">\n'}${head}<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
${own ? `<style>${own}</style>\n` : ''}</head>
<body>
${body}
<footer><a href="/"><img src="/icons/icon-192.png" width="24" height="24" alt="">Kiln 窑</a></footer>
</body>
</html>
`;
  return { html, policy: policyOf(own) };
}
