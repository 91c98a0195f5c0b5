import { micromark } from 'micromark';

/**
 * Markdown of strangers as HTML. Their HTML is shown as text, addresses other than of the web and of mail lead nowhere
 * (micromark's own rules), and pictures are left out: they would tell strangers who reads.
 */
export function renderMarkdown(text: string): string {
  const html = micromark(text, {
    extensions: [{ disable: { null: ['labelStartImage'] } }],
  });
  return html.replaceAll('<a href=', '<a target="_blank" rel="noopener noreferrer" href=');
}
