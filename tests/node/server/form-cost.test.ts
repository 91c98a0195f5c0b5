import { randomUUID } from 'node:crypto';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Engine } from '../../../server/engines/contract/engine.ts';
import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { ledgerTypeDetails } from '../../../src/domain/credits.ts';
import type { InputValues, ModelItem, ModelSchema } from '../../../src/domain/model.ts';
import { isFileField, planForm } from '../../../src/features/playground/form-plan.ts';
import type { FormField } from '../../../src/features/playground/form-plan.ts';
import {
  allowedCounts,
  effectiveValues,
  formCost,
  inputToSend,
} from '../../../src/features/playground/form-values.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';

let platform: TestPlatform;
let person: Person;
const small = { width: 8, height: 8 };
/** More than one price is good for. */
const large = { width: 2400, height: 2000 };
const pictures = new Map<typeof small, string>();

/** The tools as they are, their words, fields and prices; what they make takes its time and is no matter here. */
function pricedTools(dot: Uint8Array): Engine {
  const tools = createBuiltinEngine({ processes: 1 });
  return {
    name: tools.name,
    concurrency: 4,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
    models: () =>
      tools
        .models()
        // A film or an archive stands in for itself: one small picture is enough for all of them.
        .map((model) => ({ ...model, accept_types: model.upload ? ['image/png'] : [] })),
    unavailableReason: () => null,
    schema: (model, language) => tools.schema(model, language),
    estimateSeconds: () => 1,
    run: ({ model, input, outputs, seed }) =>
      Promise.resolve(
        Array.from({ length: outputs }, (_, index) => ({
          index,
          data: dot,
          mediaType: 'image/png',
          width: 8,
          height: 8,
          seed,
          model,
          parameters: input,
          censored: false,
          warnings: [],
        })),
      ),
  };
}

beforeAll(async () => {
  const paint = async (size: typeof small) => {
    const create = { ...size, channels: 3 as const, background: '#c33' };
    return new Uint8Array(await sharp({ create }).png().toBuffer());
  };
  platform = await startTestPlatform(pricedTools(await paint(small)));
  person = await platform.register(100_000);
  for (const size of [small, large]) {
    const body = new FormData();
    body.append('file', new Blob([await paint(size)], { type: 'image/png' }), 'picture.png');
    const { url } = (await platform.call('POST', '/api/v2/upload', { person, body })).body;
    pictures.set(size, url as string);
  }
});
afterAll(() => platform?.stop());

/** What a person has to fill in. */
function filling({ name, property, role, required }: FormField, size: typeof small): InputValues {
  if (role === 'source' || role === 'mask') return { [name]: pictures.get(size)! };
  if (role === 'prompt' || (required && role === 'text'))
    return { [name]: 'a fox'.padEnd(property.minLength ?? 0, '.') };
  return {};
}

test('what a form says that a request costs is what the ledger then charges, for every tool, count and size', async () => {
  const models = (await platform.call('GET', '/pgmodels.json', { person })).body as ModelItem[];
  const asked: { id: string; cost: number; what: string }[] = [];
  for (const model of models) {
    const body = { model: model.model, version: 2, lang: 'en' };
    const answer = await platform.call('POST', '/api/v2/playground_get_model_schema', { body });
    const plan = planForm(answer.body as ModelSchema, model);
    const files = new Set(plan.fields.filter(isFileField).map(({ name }) => name));
    const count = plan.fields.find(({ role }) => role === 'count');
    const counts = count ? allowedCounts(count, model) : [null];
    const asWell = model.upload ? [{ n: counts[0] ?? null, size: large }] : [];
    for (const { n, size } of [...counts.map((each) => ({ n: each, size: small })), ...asWell]) {
      const filled = Object.assign(
        {},
        ...plan.fields.map((field) => filling(field, size)),
      ) as InputValues;
      const chosen = { ...filled, ...(count && n !== null && { [count.name]: n }) };
      const values = effectiveValues(plan, model, chosen, files.size > 0, files);
      const sources = Object.entries(filled).filter(([name]) => files.has(name));
      const input = { ...inputToSend(plan, values), ...Object.fromEntries(sources) };
      const what = `${model.model}, ${n ?? 'no count'}, ${size.width}`;
      const kept = await platform.call('POST', '/api/v2/playground_generate', {
        person,
        headers: { 'Idempotency-Key': randomUUID() },
        body: { model: model.model, job_type: model.type.split(',')[0], input },
      });
      expect({ what, status: kept.status, body: kept.body }).toMatchObject({ what, status: 200 });
      const cost = formCost(plan, model, values, sources.length > 0 ? [size] : []);
      asked.push({ id: kept.body.id as string, cost, what });
    }
  }
  expect(new Set(asked.map(({ cost }) => cost)).size).toBeGreaterThan(3);
  for (const { id } of asked) await platform.ended(person, id);

  const body = { per_page: 100, changes_only: false };
  const charged = new Map<string, number>();
  for (let page = 1, total = 1; charged.size === 0 || (page - 1) * 100 < total; page += 1) {
    const answer = await platform.call('POST', '/api/user/get_balance_list', {
      person,
      body: { ...body, page },
    });
    total = answer.body.data.total as number;
    for (const row of answer.body.data.data as Record<string, unknown>[]) {
      if (row.type_detail === ledgerTypeDetails.generationCharged)
        charged.set(String(row.job_id), Number(row.balance));
    }
    if ((answer.body.data.data as unknown[]).length === 0) break;
  }
  expect(asked.map(({ id, what }) => [what, charged.get(id) ?? 0])).toEqual(
    asked.map(({ cost, what }) => [what, cost]),
  );
}, 120_000);
