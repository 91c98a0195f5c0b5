import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { defaultSettings, readSettings, toldToApps } from '../../../server/settings/form.ts';
import { readHostConfiguration } from '../../../src/api/contract/host-configuration.ts';
import { openSettings } from '../../../server/settings/service.ts';
import type { Settings } from '../../../server/settings/service.ts';
import { openStorage } from '../../../server/database/connect.ts';
import type { Storage } from '../../../server/database/connect.ts';
import { createLog } from '../../../server/log.ts';
import { claimDayEndMs } from '../../../src/domain/credits.ts';
import { createRoles } from '../../../server/accounts/roles.ts';
import { startTestPlatform, temporaryFolder, testConfig } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const target = '/api/manage/settings';
const superUsers = new Set<string>();
let platform: TestPlatform;
let admin: Person;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine(), { superUsers });
  admin = await platform.register();
  person = await platform.register();
  superUsers.add(String(admin.uid));
});
afterAll(() => platform?.stop());

const read = () => platform.call('GET', target, { person: admin });
const put = (version: number, settings: object, by: Person = admin) =>
  platform.call('PUT', target, { person: by, body: { version, settings } });

test('settings are read and changed by super users only, and the session says who is one', async () => {
  for (const call of [
    (by?: Person) => platform.call('GET', target, { ...(by && { person: by }) }),
    (by?: Person) =>
      platform.call('PUT', target, {
        ...(by && { person: by }),
        body: { version: 0, settings: {} },
      }),
  ]) {
    expect((await call()).body).toMatchObject({ code: 'login-required' });
    expect(await call(person)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  }
  const who = async (one: Person) =>
    (await platform.call('GET', '/api/account/user_info', { person: one })).body.data.is_super_user;
  expect(await who(admin)).toBe(true);
  expect(await who(person)).toBe(false);
  const { body } = await read();
  expect(body.data).toEqual({ version: 0, settings: defaultSettings, defaults: defaultSettings });
});

test('a change has a version; who changed an older one is told, and nothing is lost', async () => {
  const { version } = (await read()).body.data;
  const answers = await Promise.all([
    put(version, { hidden_tools: ['Condition'] }),
    put(version, { hidden_tools: ['Train'] }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ]);
  const winner = answers.find(({ status }) => status === 200)?.body.data;
  expect(winner.version).toBe(version + 1);
  expect((await read()).body.data).toMatchObject(winner);
  const { rows } = await platform.database.execute(
    sql`select value, user_id::int from settings_versions where version = ${version + 1}`,
  );
  // What equals the default is not kept: a later default holds for who never chose.
  expect(rows).toEqual([
    { value: { hidden_tools: winner.settings.hidden_tools }, user_id: admin.uid },
  ]);
});

test('what is no setting, or out of its bounds, is refused by its name', async () => {
  const { version } = (await read()).body.data;
  for (const [settings, name] of [
    [{ hiden_tools: [] }, 'settings'],
    [{ hidden_tools: ['Nonsense'] }, 'settings.hidden_tools.0'],
    [{ daily_credits: { general_users: -1 } }, 'settings.daily_credits.general_users'],
    [{ privileged: { train: ['ana'] } }, 'settings.privileged.train.0'],
    [{ privileged: { tarin: [] } }, 'settings.privileged'],
    [{ allow_dimensions: { m: ['wide'] } }, 'settings.allow_dimensions.m.0'],
  ] as const) {
    const answer = await put(version, settings);
    expect([name, answer.status, Object.keys(answer.body.errors as object)]).toEqual([
      name,
      400,
      [name],
    ]);
  }
  expect((await read()).body.data.version).toBe(version);
});

test('what a day’s claim gives is the deployment’s to set', async () => {
  const { version } = (await read()).body.data;
  await put(version, { daily_credits: { general_users: 7 } });
  const config = await platform.call('GET', '/api/user/draw_config', { person });
  expect(config.body.data).toMatchObject({ general_users: 7, vip_users: 20 });
  const draw = await platform.call('GET', '/api/user/draw_credit_balance', { person });
  expect(draw.body.data).toEqual({ claimed: true, amount: 7, balance: 57 });
});

test('a day of daily credits turns where the deployment says', async () => {
  const { version } = (await read()).body.data;
  const late = await platform.register();
  for (const [zone, at] of [
    ['Pacific/Kiritimati', version],
    ['Pacific/Pago_Pago', version + 1],
  ] as const) {
    const answer = await put(at, { time_zone: zone });
    expect(answer.status).toBe(200);
    // There are 25 hours between them: it is never the same day in both.
    const draw = await platform.call('GET', '/api/user/draw_credit_balance', { person: late });
    expect(draw.body.data.claimed).toBe(true);
    const { rows } = await platform.database.execute<{ ends_at: string }>(sql`
      select ends_at from credit_lots where user_id = ${late.uid} order by id desc limit 1`);
    expect(new Date(rows[0]?.ends_at ?? 0).getTime()).toBe(claimDayEndMs(Date.now(), zone));
  }
  const { settings } = (await read()).body.data;
  const told = toldToApps(settings, [], { oidc: null, provider: null });
  expect(readHostConfiguration({ platform: true, ...told })?.timeZone).toBe('Pacific/Pago_Pago');
  const strange = { platform: true, time_zone: 'Mars/Olympus' };
  expect(readHostConfiguration(strange)?.timeZone).toBe('Asia/Shanghai');
  expect((await put(version + 2, { time_zone: 'Mars/Olympus' })).status).toBe(400);
  await put(version + 2, {});
});

test('the privileged are whom the deployment names; super users always, everybody where nobody is named', () => {
  let privileged = { ...defaultSettings.privileged };
  const roles = createRoles(new Set(['1']), () => privileged);
  expect([1, 2, 3, 4].map((id) => roles.mayUse({ id, isSuperUser: id === 4 }, 'train'))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  privileged = { ...privileged, train: ['2'] };
  expect([1, 2, 3, 4].map((id) => roles.mayUse({ id, isSuperUser: id === 4 }, 'train'))).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect([1, 2, 3, 4].map((id) => roles.mayUse({ id, isSuperUser: id === 4 }, 'publish'))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test('settings of a newer version are read as far as they are known, and never opened by accident', () => {
  const closed = { privileged: { train: [], newer: ['1'] }, newer: { deep: true } };
  expect(readSettings(closed).privileged.train).toEqual([]);
  expect(() => readSettings({ privileged: 'nobody' })).toThrow('expected object');
});

test('every process has a change within moments, also after its connection broke', async () => {
  const storage: Storage = await openStorage(
    testConfig(await temporaryFolder()),
    createLog('silent'),
  );
  const others: Settings[] = [];
  try {
    const log = createLog('silent');
    const [one, other] = [await openSettings(storage, log), await openSettings(storage, log)];
    others.push(one, other);
    const makeUser = sql`insert into users (account, nick) values ('a', 'a') returning id::int`;
    const userId = Number((await storage.database.execute(makeUser)).rows[0]?.['id']);
    const hidden = { ...defaultSettings, hidden_tools: ['Train' as const] };
    await one.change(0, hidden, userId);
    expect(one.current()).toEqual(hidden);
    await vi.waitFor(() => expect(other.current()).toEqual(hidden));

    await storage.database.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query = 'listen "kiln_settings"'`);
    await one.change(1, defaultSettings, userId);
    await vi.waitFor(() => expect(other.version()).toBe(2));
    expect(other.current()).toEqual(defaultSettings);
  } finally {
    for (const settings of others) await settings.stop();
    await storage.stop();
  }
});

test('a brand leads to pages only, and is told to apps where it says anything', async () => {
  const { version } = (await read()).body.data;
  const brand = {
    name: '墨坊',
    terms: '/terms',
    social: [{ name: 'M', url: 'https://m.example' }],
  };
  for (const wrong of [
    { ...brand, terms: 'javascript:alert(1)' },
    { ...brand, social: [{ name: '', url: 'https://m.example' }] },
    { ...brand, logo: '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>' },
    { ...brand, colour: 'red' },
  ]) {
    expect((await put(version, { brand: wrong })).status).toBe(400);
  }
  expect(toldToApps(defaultSettings, [], { oidc: null, provider: null })).toEqual({});
  const { body, status } = await put(version, { brand, counts_visits: true });
  expect(status).toBe(200);
  const told = toldToApps(body.data.settings, [], { oidc: null, provider: null });
  expect(told).toMatchObject({ brand, counts_visits: true });
  expect(readHostConfiguration({ platform: true, ...told })).toMatchObject({
    brand: { name: '墨坊', terms: '/terms' },
    countsVisits: true,
  });
  await put(version + 1, {});
});

test('a visit is counted where the deployment wants that, and is a page and nothing else', async () => {
  const visit = (path: unknown) => platform.call('POST', '/api/v2/visit', { body: { path } });
  expect((await visit('/privacy')).body).toEqual({ data: { counted: false } });
  const { version } = (await read()).body.data;
  await put(version, { counts_visits: true });
  expect((await visit('/privacy')).body).toEqual({ data: { counted: true } });
  for (const wrong of ['https://elsewhere.example', '//elsewhere.example', '/a b', 7, '']) {
    expect((await visit(wrong)).status).toBe(400);
  }
  await put(version + 1, {});
});
