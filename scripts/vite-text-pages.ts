import { readFile } from 'node:fs/promises';

import { Marked, type Token } from 'marked';
import type { Plugin } from 'vite';

const suffix = '.md?text';

/** A page as `import` gives it: see src/features/pages/text-page.ts. */
export interface CompiledText {
  title: string;
  html: string;
}

/**
 * Turns a page of text into HTML, while building: no page has to bring a reader of Markdown along. Parts are numbered, so
 * that a link to one is the same in every language.
 */
export function compileText(source: string): CompiledText {
  let title = '';
  let part = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        if (depth === 1) {
          title = text;
          return '';
        }
        part += 1;
        return `<h${depth} id="part-${part}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        return href.startsWith('/')
          ? `<a href="${href}">${words}</a>`
          : `<a href="${href}" target="_blank" rel="noopener noreferrer">${words}</a>`;
      },
    },
  });
  const html = marked.parse(source, { async: false }).trim();
  return { title, html };
}

/** What a page says of itself in a sentence or two: its first paragraph, without marks. */
export function firstWordsOf(source: string): string {
  const tokens = new Marked().lexer(source);
  const first = tokens.find((token) => token.type === 'paragraph');
  const plain = (given: readonly Token[]): string =>
    given
      .map((each) =>
        'tokens' in each && each.tokens
          ? plain(each.tokens)
          : 'text' in each
            ? String(each.text)
            : '',
      )
      .join('');
  return first?.type === 'paragraph' ? plain(first.tokens ?? []) : '';
}

/** `import text from './terms.en.md?text'` */
export function textPages(): Plugin {
  return {
    name: 'kiln-text-pages',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(suffix)) return null;
      const file = id.slice(0, -'?text'.length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(compileText(await readFile(file, 'utf8')))};`;
    },
  };
}
