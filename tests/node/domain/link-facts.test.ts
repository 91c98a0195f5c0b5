import { describe, expect, test } from 'vitest';

import {
  linkFact,
  linkFactLifetimesMs,
  linkFactMaxCharacters,
  toldPath,
  withLinkFacts,
} from '../../../src/domain/link-facts.ts';

const address = 'https://kiln.example/?TG=spring';

describe('what a link brought along', () => {
  test('holds for its time, each for its own', () => {
    const facts = withLinkFacts(
      {},
      { TG: 'spring', pointId: '7', check_recharge: '1' },
      address,
      0,
    );
    for (const name of ['TG', 'TGURL', 'pointId', 'check_recharge'] as const) {
      const endMs = linkFactLifetimesMs[name];
      expect(linkFact(facts, name, endMs - 1)).not.toBeNull();
      expect(linkFact(facts, name, endMs)).toBeNull();
      // A clock that was set back.
      expect(linkFact(facts, name, -1)).toBeNull();
    }
    expect(linkFactLifetimesMs).toEqual({
      TG: 86_400_000,
      TGURL: 86_400_000,
      pointId: 3_600_000,
      check_recharge: 86_400_000,
    });
  });

  test('keeps the address anew only where it is another one', () => {
    const first = withLinkFacts({}, { TG: 'spring' }, address, 0);
    const again = withLinkFacts(first, { TG: 'spring' }, address, 5);
    expect(again.TG).toEqual({ value: 'spring', atMs: 5 });
    expect(again.TGURL).toEqual({ value: address, atMs: 0 });
    const other = withLinkFacts(again, { TG: 'autumn' }, `${address}2`, 9);
    expect(other.TGURL).toEqual({ value: `${address}2`, atMs: 9 });
  });

  test('stays as it was where another link brings something else, and is bounded', () => {
    const first = withLinkFacts({}, { pointId: '7' }, address, 0);
    const next = withLinkFacts(first, { check_recharge: 'x'.repeat(5_000) }, address, 1);
    expect(next.pointId).toEqual({ value: '7', atMs: 0 });
    expect(next.check_recharge?.value).toHaveLength(linkFactMaxCharacters);
    expect(next.TGURL).toBeUndefined();
  });
});

test('a visit is told without what somebody wrote', () => {
  expect(toldPath('/generate/Text2Img', '?prompt=my%20secret&user_source=a')).toBe(
    '/generate/Text2Img?user_source=a',
  );
  expect(toldPath('/', '?q=words&search=more&settings=%7B%7D')).toBe('/');
  expect(toldPath('/work/c_1', '')).toBe('/work/c_1');
});
