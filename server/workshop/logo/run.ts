import { seedMax } from '../../../src/domain/limits.ts';
import { refusedInput } from '../../engines/contract/engine.ts';
import { setLine } from '../lettering/set-line.ts';
import { createRandom } from '../painter/random.ts';
import { encodeDrawing } from '../vector/encode.ts';
import type { ToolOutput, ToolRunner } from '../tool.ts';
import { layoutNames, type LayoutName } from './layout-names.ts';
import { layOut } from './layouts.ts';
import { marks } from './marks.ts';
import { chooseFace, chooseInks, chooseMark, readLogo } from './read.ts';

/** Layouts to choose from where none is asked for: what suits the name and the shape of the picture. */
function suitingLayouts(name: string, aspect: number): LayoutName[] {
  if (aspect >= 1.6) return ['row', 'wordmark'];
  const suits: Record<LayoutName, boolean> = {
    stacked: true,
    row: aspect >= 1.2,
    badge: name.length <= 16,
    monogram: true,
    seal: /^\p{Script=Han}{1,9}$/u.test(name),
    wordmark: true,
  };
  return layoutNames.filter((layout) => suits[layout]);
}

/** Logos from words: each has its own seed, and its own layout unless one was asked for. */
export const runLogo: ToolRunner = async (task, report) => {
  const { input } = task;
  const prompt = String(input['prompt'] ?? '');
  const read = readLogo({
    prompt,
    text: String(input['text'] ?? ''),
    slogan: String(input['slogan'] ?? ''),
  });
  const size = { width: Number(input['width'] ?? 1024), height: Number(input['height'] ?? 1024) };
  const asked = layoutNames.find((layout) => layout === input['layout']);
  const outputs: ToolOutput[] = [];
  for (let index = 0; index < task.outputs; index += 1) {
    const seed = (Number(task.seed) + index) % (seedMax + 1);
    const random = createRandom(seed, `logo ${prompt}`);
    const inks = chooseInks(prompt, random);
    const mark = chooseMark(`${prompt} ${read.name}`, random);
    const face = chooseFace(prompt, random);
    const name = await setLine(read.name, { face, weight: 400 });
    if (!name.text.trim()) {
      throw refusedInput(
        { field: 'prompt', reason: 'no-letters' },
        'The name has no letters that can be set',
      );
    }
    const words = { ...read, name: name.text.trim() };
    // Neighbouring seeds get different layouts, so that four at once are four to choose from.
    const suiting = suitingLayouts(words.name, size.width / size.height);
    const layout = asked ?? suiting[seed % suiting.length]!;
    const drawing = await layOut(layout, { words, mark: marks[mark](inks), face, inks }, size);
    const ground = input['transparent'] === true ? null : inks.ground;
    const encoded = await encodeDrawing(drawing, size, ground, input['output_format']);
    const parameters = { ...input, text: words.name, layout, n: 1, seed: String(seed) };
    outputs.push({ index, seed: String(seed), parameters, warnings: [], ...size, ...encoded });
    report((index + 1) / task.outputs);
  }
  return outputs;
};
