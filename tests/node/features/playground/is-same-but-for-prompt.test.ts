import { describe, expect, test } from 'vitest';
import { planForm } from '../../../../src/features/playground/form-plan.ts';
import {
  isSameButForPrompt,
  isSamePart,
} from '../../../../src/features/playground/is-same-but-for-prompt.ts';
import type { Workbench } from '../../../../src/features/playground/useWorkbench.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';

const model = modelItem() as Workbench['model'];
const plan = planForm(paintSchema, model);
const steps = plan.fields.find(({ name }) => name === 'steps')!;
const form = {
  owner: 'u1',
  type: 'Text2Img',
  model,
  models: [model],
  schema: paintSchema,
  plan,
  draft: { model: 'painter', input: { prompt: 'fog', loras: ['riso:0.6'] }, sources: [] },
  arriving: new Set<string>(),
  values: { prompt: 'fog', steps: 30, loras: ['riso:0.6'] },
  problems: [],
  cost: 2,
} as unknown as Workbench;
const changed = (change: object): Workbench => ({ ...form, ...change });

describe('two readings of a form', () => {
  test('differ in the prompt at most where only its words and problems changed, and lists were read anew', () => {
    const typed = changed({
      draft: { ...form.draft, input: { prompt: 'fog at', loras: ['riso:0.6'] } },
      values: { prompt: 'fog at', steps: 30, loras: ['riso:0.6'] },
      problems: [{ field: plan.prompt, reason: 'too-long', values: [300] }],
      arriving: new Set(),
    });
    expect(isSameButForPrompt(form, typed)).toBe(true);
  });

  test.each<[string, object]>([
    ['owner', { owner: 'u2' }],
    ['model', { model: { ...model } }],
    ['schema', { schema: { ...paintSchema } }],
    ['plan', { plan: { ...plan } }],
    ['cost', { cost: 4 }],
    ['a file under way', { arriving: new Set(['image']) }],
    ['a source', { draft: { ...form.draft, sources: [{ field: 'image', mediaId: 'm' }] } }],
    ['keywords', { draft: { ...form.draft, keywords: { chosen: [] } } }],
    ['a value', { values: { ...form.values, steps: 31 } }],
    ['a list', { values: { ...form.values, loras: ['riso:0.7'] } }],
    ['a value that went', { values: { prompt: 'fog', steps: 30 } }],
    ['a draft', { draft: { ...form.draft, input: { ...form.draft.input, ownStyle: 'x' } } }],
    ['a problem of a setting', { problems: [{ field: steps, reason: 'too-large', values: [50] }] }],
  ])('are others by %s', (_, change) => {
    expect(isSameButForPrompt(form, changed(change))).toBe(false);
    expect(isSameButForPrompt(changed(change), form)).toBe(false);
  });
});

test('a part of a form is drawn anew when anything else that it is given is another', () => {
  expect(isSamePart({ bench: form, first: true }, { bench: changed({}), first: true })).toBe(true);
  expect(isSamePart({ bench: form, first: true }, { bench: form, first: false })).toBe(false);
});
