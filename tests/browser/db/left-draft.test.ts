import { beforeEach, expect, test } from 'vitest';
import { db } from '../../../src/db/database.ts';
import { loadDraft, removeDraft, saveDraft, saveDraftAtOnce } from '../../../src/db/drafts.ts';
import type { DraftRow } from '../../../src/db/schema.ts';
import { freshDevice, owner } from '../../fixtures/device.ts';

const draft = (prompt: string): Omit<DraftRow, 'updatedAtMs'> => ({
  owner,
  type: 'Text2Img',
  model: null,
  input: { prompt },
  sources: [],
});
const promptNow = async () => (await loadDraft(owner, 'Text2Img'))?.input['prompt'];

beforeEach(async () => {
  sessionStorage.clear();
  await freshDevice();
});

test('what a page could no longer write is in the form of the next page of its tab', async () => {
  await saveDraft(draft('a pier'), 1_000);
  db.close();
  saveDraftAtOnce(draft('a pier in the fog'), 2_000);
  await db.open();
  expect(await promptNow()).toBe('a pier in the fog');
  sessionStorage.clear();
  expect(await promptNow()).toBe('a pier in the fog');
});

test('what was written later, in another tab, stands', async () => {
  saveDraftAtOnce(draft('a pier'), 2_000);
  await saveDraft(draft('a pier at night'), 3_000);
  expect(await promptNow()).toBe('a pier at night');
});

test('nobody else finds it, and a form that is emptied stays empty', async () => {
  saveDraftAtOnce({ ...draft('a pier'), owner: '2@kiln' as typeof owner }, 2_000);
  expect(await promptNow()).toBeUndefined();
  saveDraftAtOnce(draft('a pier'), 3_000);
  await removeDraft(owner, 'Text2Img');
  expect(await promptNow()).toBeUndefined();
});

test('a note that nobody can read is no form', async () => {
  for (const text of ['{', '7', '{"owner":"1@kiln"}', 'null']) {
    sessionStorage.setItem('kiln-left-draft', text);
    expect(await promptNow()).toBeUndefined();
  }
});
