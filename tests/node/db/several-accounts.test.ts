import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import {
  endOtherSession,
  endSession,
  expireSession,
  getSession,
  startSession,
  switchSession,
} from '../../../src/db/account/session.ts';
import { loadDraft, saveDraft } from '../../../src/db/drafts.ts';
import { getSetting } from '../../../src/db/settings.ts';
import type { Session } from '../../../src/db/schema.ts';
import type { UserKey } from '../../../src/domain/ids.ts';
import { freshDevice } from '../../fixtures/device.ts';

const session = (id: number): Session => ({
  userKey: `${id}@kiln` as UserKey,
  userToken: `token ${id}`,
  account: `name ${id}`,
  nickname: '',
  isVip: false,
  isSuperUser: false,
  expiresAtMs: Date.now() + 1_000_000,
});
const [ada, bea, cy] = [session(1), session(2), session(3)];
const waiting = async () => (await getSetting('otherSessions')).map(({ userKey }) => userKey);

beforeEach(async () => {
  await freshDevice();
  await endSession();
});

test('who signs in beside somebody takes their turn, and each finds their own again', async () => {
  await startSession(ada);
  const draft = { type: 'Text2Img', model: null, sources: [] } as const;
  await saveDraft({ ...draft, sources: [], owner: ada.userKey, input: { prompt: 'of ada' } });
  await startSession(bea);
  expect(await getSession()).toEqual(bea);
  expect(await loadDraft(bea.userKey, 'Text2Img')).toBeUndefined();
  expect(await waiting()).toEqual([ada.userKey]);
  await startSession(cy);
  expect(await waiting()).toEqual([bea.userKey, ada.userKey]);
  expect(await switchSession(ada.userKey)).toBe(true);
  expect(await getSession()).toEqual(ada);
  expect((await loadDraft(ada.userKey, 'Text2Img'))?.input).toEqual({ prompt: 'of ada' });
  expect(await waiting()).toEqual([cy.userKey, bea.userKey]);
  expect(await switchSession(session(9).userKey)).toBe(false);
  expect(await getSession()).toEqual(ada);
});

test('an account waits once, and not when it was signed out, has run out, or is the one in use', async () => {
  await startSession(ada);
  await startSession({ ...ada, userToken: 'another token' });
  expect(await waiting()).toEqual([]);
  await startSession(bea);
  await startSession(ada);
  expect(await waiting()).toEqual([bea.userKey]);
  expect((await endOtherSession(bea.userKey))?.userToken).toBe(bea.userToken);
  expect(await waiting()).toEqual([]);
  await expireSession(ada.userToken);
  await startSession(bea);
  // On a device that several people use, nobody sees who was here before.
  expect(await waiting()).toEqual([]);
  await endSession();
  await startSession(cy);
  expect(await waiting()).toEqual([]);
});
