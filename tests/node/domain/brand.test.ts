import { describe, expect, test } from 'vitest';

import { brandSocialMax, isBrandAddress, noBrand, readBrand } from '../../../src/domain/brand.ts';

describe('what a host says of itself', () => {
  test('is taken as it is where it can be shown', () => {
    const given = {
      name: ' 墨坊 ',
      logo: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      terms: 'https://example.com/terms',
      filing: { text: '沪ICP备00000000号', url: 'https://beian.miit.gov.cn/' },
      social: [{ name: 'Mastodon', url: 'https://mastodon.example/@ink' }],
      business: { text: 'Write to us', code: 'https://example.com/contact' },
      access_form: '/form',
    };
    expect(readBrand(given)).toEqual({
      name: '墨坊',
      logo: given.logo,
      terms: given.terms,
      privacy: '',
      filing: given.filing,
      social: given.social,
      business: given.business,
      accessForm: '/form',
    });
  });

  test('leads nowhere but to pages, and what is too long or of another kind is left out', () => {
    const hostile = {
      name: 'n'.repeat(41),
      logo: 7,
      terms: 'javascript:alert(1)',
      privacy: '//elsewhere.example',
      filing: 'none',
      social: [
        { name: 'x', url: 'data:text/html,x' },
        { name: '', url: 'https://a.example' },
        null,
        ...Array.from({ length: 20 }, (_, at) => ({
          name: `${at}`,
          url: `https://a.example/${at}`,
        })),
      ],
      business: [],
      access_form: 'mailto:x@example.com',
    };
    const { social, ...rest } = readBrand(hostile);
    expect({ ...rest, social: [] }).toEqual(noBrand);
    expect(social).toHaveLength(brandSocialMax);
    expect(readBrand('Kiln')).toEqual(noBrand);
    expect(readBrand(null)).toEqual(noBrand);
  });
});

test.each([
  ['https://example.com', true],
  ['http://192.168.1.2:8787/x?y#z', true],
  ['/terms', true],
  ['//example.com', false],
  ['/\\example.com', false],
  ['https://user:password@example.com', false],
  ['https://', false],
  ['ftp://example.com', false],
  ['https://example.com/a b', false],
  ['', false],
])('whether %s may stand behind a link is %s', (address, is) => {
  expect(isBrandAddress(address)).toBe(is);
});
