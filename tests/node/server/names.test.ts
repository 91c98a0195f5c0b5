import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addLocalUser } from '../../../server/accounts/identities.ts';
import { isWrittenPlainly, looksOf } from '../../../server/accounts/names.ts';
import { refusedPassword } from '../../../server/accounts/password-rules.ts';
import { hashPassword } from '../../../server/accounts/passwords.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const looksAlike = (one: string, other: string) =>
  looksOf(one).some((look) => looksOf(other).includes(look));

describe('names', () => {
  test.each([
    'alice',
    'Zoë.Müller',
    'Łukasz',
    'Nguyễn',
    '小王',
    '小王123',
    '王Alice',
    'ひらがなカタカナ漢字',
    'タナカ',
    'サーバー',
    '김철수',
    '金철수Kim',
    'Алиса',
    'Ελένη',
    'שרה',
    'سارة',
    'ㄅㄆㄇ',
    'ᏣᎳᎩ',
  ])('%s is written as people write', (name) => {
    expect(isWrittenPlainly(name)).toBe(true);
  });

  test.each(['аlice', 'Aliсe', 'αlice', 'Αlice', 'pаypal', 'кiln', 'алисаa', 'サーバーж', 'ᎪliᏟe'])(
    '%s mixes alphabets to be mistaken',
    (name) => {
      expect(isWrittenPlainly(name)).toBe(false);
    },
  );

  test.each([
    ['scope', 'ѕсоре'],
    ['alice', 'a1ice'],
    ['alice', 'AIice'],
    ['Alice', 'alıce'],
    ['bob', 'b0b'],
    ['moderator', 'rnoderator'],
    ['pace', 'расе'],
    ['anna', 'ΑΝΝΑ'],
    ['ｆｕｌｌ', 'full'],
    ['Zoë', 'Zoe\u0308'],
    ['王二', '王ニ'],
  ])('%s looks like %s', (one, other) => {
    expect(looksAlike(one, other)).toBe(true);
  });

  test.each([
    ['alice', 'alicia'],
    ['jose', 'josé'],
    ['王明', '王朋'],
    ['Алиса', 'Alisa'],
    ['user2', 'user3'],
  ])('%s and %s are told apart', (one, other) => {
    expect(looksAlike(one, other)).toBe(false);
  });
});

describe('a password', () => {
  test.each([
    'password1',
    'Password1!',
    'P@ssw0rd',
    '12345678',
    '88888888',
    'abababab',
    'qwertyuiop',
    '1qaz2wsx',
    '19900101',
    'woaini520',
    'sunshine',
    'dragon2024',
    'ｐａｓｓｗｏｒｄ１',
    'p@55w0rd'.repeat(25),
  ])('like %s is among the first that are tried', async (password) => {
    expect(await refusedPassword(password, ['somebody'])).toBe('guessable-password');
  });

  test.each([
    ['alice', 'alice-and-the-teapot'],
    ['Alice', 'the teapot of ALICE'],
    ['王小明', '王小明的茶壶很好看'],
    ['somebody', 'my kiln is very hot'],
    ['somebody', '窑里的火正好八百度'],
  ])('of %s may not be %s, which everybody sees', async (name, password) => {
    expect(await refusedPassword(password, [name, ''])).toBe('name-in-password');
  });

  test.each([
    'correct horse',
    '正确的 horse battery',
    'x7Qk2mP9',
    '一帆风顺万事如意',
    'blue teapot',
  ])('like %s may be chosen', async (password) => {
    expect(await refusedPassword(password, ['somebody', 'S'])).toBe(null);
  });
});

describe('an account', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform(createTestEngine());
  });
  afterAll(() => platform?.stop());

  const password = 'quiet harbour lamp';
  const post = (path: string, body: object) => platform.call('POST', path, { body });
  const addOlder = async (account: string, passwordHash = 'none') => {
    const user = await platform.database.transaction((transaction) =>
      addLocalUser(transaction, { account, nick: account, passwordHash }),
    );
    expect(user).not.toBe(null);
  };

  test('is refused with the reason at its field, before anything is made', async () => {
    const refused = await post('/api/account/register', {
      account: 'аlice',
      password: 'kiln 12345678',
    });
    expect(refused.status).toBe(400);
    expect(refused.body.reasons).toEqual([
      { field: 'account', reason: 'mixed-scripts' },
      { field: 'password', reason: 'name-in-password' },
    ]);
    const weak = await post('/api/account/register', {
      account: 'alice',
      password: 'password1234',
    });
    expect(weak.body.reasons).toEqual([{ field: 'password', reason: 'guessable-password' }]);
    const { rows } = await platform.database.execute(sql`select * from users`);
    expect(rows).toEqual([]);
  });

  test('may not look like another one', async () => {
    await addOlder('Alice');
    await addOlder('scope');
    for (const account of ['a1ice', 'AIice', 'ѕсоре']) {
      const taken = await post('/api/account/register', { account, password });
      expect([account, taken.status, taken.body.code]).toEqual([account, 409, 'account-taken']);
    }
    const racing = platform.database.transaction((transaction) =>
      addLocalUser(transaction, { account: 'AIice', nick: 'x', passwordHash: 'none' }),
    );
    expect(await racing).toBe(null);
  });

  test('from before these rules stays: its owner logs in, and what looks like it is refused', async () => {
    const asker = { network: 'test', signal: new AbortController().signal };
    await addOlder('оwen', await hashPassword('password1', asker));
    await addOlder('rnia');
    await addOlder('someone');
    // As the version before left them, two that look alike among them.
    await platform.database.execute(sql`delete from account_looks`);
    await platform.database.execute(
      sql`update users set account = 'mia' where account = 'someone'`,
    );
    await platform.restart(createTestEngine());
    await platform.restart(createTestEngine());

    const owner = await post('/api/account/login', { account: 'оwen', password: 'password1' });
    expect(owner.status).toBe(200);
    const { rows } = await platform.database.execute(
      sql`select account from users join account_looks on user_id = users.id where account like '%ia'`,
    );
    expect(rows).toEqual([{ account: 'rnia' }]);
    for (const account of ['owen', 'RNIA', 'mіа']) {
      const alike = await post('/api/account/register', { account, password });
      expect([account, alike.status]).toEqual([account, account === 'mіа' ? 400 : 409]);
    }
  });
});
