import type { EngineModel } from '../../server/engines/contract/engine.ts';
import type { MadeSample } from './make.ts';

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function shown(file: string, mediaType: string, name: string): string {
  const source = `src="${escape(file)}"`;
  if (mediaType.startsWith('image/')) {
    return `<img ${source} alt="${escape(name)}" loading="lazy" />`;
  }
  if (mediaType.startsWith('video/')) return `<video ${source} controls loop muted></video>`;
  if (mediaType.startsWith('audio/')) return `<audio ${source} controls></audio>`;
  return `<a href="${escape(file)}" download>${escape(file)}</a>`;
}

/**
 * A page of its own that shows all samples, by the model that made them.
 * @param files names of each sample's outputs, in their order
 */
export function samplePage(
  models: readonly EngineModel[],
  made: readonly (MadeSample & { files: readonly string[] })[],
): string {
  const sections = models.map((model) => {
    const figures = made
      .filter(({ sample }) => sample.model === model.model)
      .map(({ sample, outputs, files, tookMs }) => {
        const media = outputs
          .map(({ mediaType }, index) => shown(files[index] ?? '', mediaType, sample.name))
          .join('');
        const words = Object.values(sample.input).filter((value) => typeof value === 'string');
        const caption = `${sample.name} · ${words.join(' · ')} · ${(tookMs / 1000).toFixed(1)} s`;
        return `<figure>${media}<figcaption>${escape(caption)}</figcaption></figure>`;
      });
    const heading = `<h2>${escape(`${model.label_cn} · ${model.label_en}`)}</h2>`;
    const text = `<p lang="zh">${escape(model.description.text)}</p><p>${escape(model.description.text_en)}</p>`;
    return `<section>${heading}${text}<div>${figures.join('\n')}</div></section>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width" />
<title>Kiln · 窑</title>
<style>
  body { margin: 2rem; background: #181512; color: #eee6dc; font: 15px/1.5 system-ui, sans-serif; }
  p { max-width: 70ch; margin: 0.25rem 0; opacity: 0.8; }
  div { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 1rem; margin: 1rem 0 3rem; }
  figure { margin: 0; }
  img, video, audio { width: 100%; border-radius: 8px; background: #6663; }
  figcaption { font-size: 13px; opacity: 0.8; }
</style>
${sections.join('\n')}
</html>
`;
}
