import { expect, test } from 'vitest';
import { decodedComponent } from '../../../src/domain/decoded.ts';

test('what an address carries is read, and what was cut short in the middle of a letter is nothing', () => {
  expect(decodedComponent('%E7%AA%91%20kiln')).toBe('窑 kiln');
  expect(decodedComponent('')).toBe('');
  expect(decodedComponent('kiln-%E7%AA')).toBeNull();
  expect(decodedComponent('50%')).toBeNull();
});
