import { describe, expect, test } from 'vitest';
import { generatorTypes, type GeneratorType } from '../../../../src/domain/generator-types.ts';
import { nameSuits } from '../../../../src/domain/model-filter.ts';
import { newestVersion } from '../../../../src/domain/model-versions.ts';
import { modelsForType } from '../../../../src/domain/model.ts';
import { modelItem } from '../../../fixtures/models.ts';

/** Spec 1, section 4: a line for each kind of name, and whether each kind of tool accepts it. */
const table: readonly [
  kind: string,
  names: readonly string[],
  accepts: { Inpainting: boolean; Img2Img: boolean; others: boolean },
][] = [
  [
    'a plain name',
    ['Deliberate', 'SDXL 1.0', 'stable_diffusion', 'stable_diffusion_2.1', 'In painting'],
    { Inpainting: false, Img2Img: true, others: true },
  ],
  [
    'a name with “inpainting”',
    ['stable_diffusion_inpainting', 'Dreamshaper Inpainting', 'iCoMix INPAINTING'],
    { Inpainting: true, Img2Img: false, others: false },
  ],
  [
    'the depth model',
    ['Stable Diffusion 2 Depth', 'stable_diffusion_2_depth'],
    { Inpainting: false, Img2Img: true, others: false },
  ],
  [
    'the depth model, as one for inpainting',
    ['Stable Diffusion 2 Depth inpainting'],
    { Inpainting: false, Img2Img: false, others: false },
  ],
  [
    'the 2.0 model',
    ['stable_diffusion_2.0', 'Stable Diffusion 2.0'],
    { Inpainting: false, Img2Img: false, others: true },
  ],
  ['Pix2Pix', ['pix2pix', 'Instruct Pix2Pix'], { Inpainting: false, Img2Img: true, others: false }],
];

describe('of checkpoints, a tool lists those whose names suit it', () => {
  test.each(table)('%s', (_kind, names, accepts) => {
    for (const type of generatorTypes) {
      const isAccepted =
        type === 'Inpainting' || type === 'Img2Img' ? accepts[type] : accepts.others;
      for (const name of names) {
        expect(`${type} ${name}: ${nameSuits(name, type)}`).toBe(`${type} ${name}: ${isAccepted}`);
      }
    }
  });

  const checkpoint = (name: string, type: GeneratorType, engine = 'horde') =>
    modelItem({ model: `${engine}/${name}`, name, type, mtype: 'ckpt', engine, default: false });
  const listed = (models: readonly ReturnType<typeof modelItem>[], type: GeneratorType) =>
    modelsForType(models, type).map(({ name }) => name);

  test('what is no checkpoint is listed under whatever name', () => {
    const tool = modelItem({ name: 'pix2pix inpainting', mtype: 'workflow' });
    expect(listed([tool, checkpoint('pix2pix', 'Text2Img')], 'Text2Img')).toEqual([tool.name]);
    expect(
      listed(
        [tool, checkpoint('pix2pix', 'Text2Img'), checkpoint('Deliberate', 'Text2Img')],
        'Text2Img',
      ),
    ).toEqual([tool.name, 'Deliberate']);
  });

  test('an engine loses all that it offers for a tool rather than the rule, but for the extension of the canvas', () => {
    const painting = (engine: string) =>
      checkpoint('stable_diffusion_inpainting', 'Outpainting', engine);
    expect(listed([painting('horde')], 'Outpainting')).toEqual(['stable_diffusion_inpainting']);
    // Another engine's checkpoint that suits by its name is no reason to lose this one's.
    const both = [painting('horde'), checkpoint('Outpainting-X1', 'Outpainting', 'own')];
    expect(listed(both, 'Outpainting')).toEqual(['stable_diffusion_inpainting', 'Outpainting-X1']);
    const plain = checkpoint('Deliberate', 'Inpainting', 'own');
    expect(listed([plain], 'Inpainting')).toEqual([]);
  });
});

describe('of several versions of a model, the newest is known by its number', () => {
  const names = [
    'Anything v3',
    'Anything v5',
    'anything_v10',
    'Anything',
    'SDXL 1.0',
    'Deliberate 3.0',
  ];
  test.each([
    ['Anything v3', 'anything_v10'],
    ['Anything v5', 'anything_v10'],
    ['anything_v10', null],
    ['Anything', null],
    ['SDXL 1.0', null],
  ])('%s has %s before it', (name, newest) => {
    expect(newestVersion(name, names)).toBe(newest);
  });
});
