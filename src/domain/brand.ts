/**
 * What a deployment calls itself and whom it answers for (spec 2, section 2: brand, footer, business cooperation). Empty
 * where it has nothing of the kind: then it is Kiln, and what has no content is not shown.
 */
export interface Brand {
  /** Instead of "Kiln" in the bar and in titles. */
  name: string;
  /** An SVG that only draws, instead of the mark. */
  logo: string;
  /** Pages of its own instead of those that come along. */
  terms: string;
  privacy: string;
  /** The notice that sites on the Chinese mainland carry, and the page of the registry that it leads to. */
  filing: { text: string; url: string };
  social: readonly { name: string; url: string }[];
  /** For those who want to work together: a few words, and what the QR code holds. */
  business: { text: string; code: string };
  /** Where one asks for what is kept for some. */
  accessForm: string;
}

export const brandNameMaxCharacters = 40;
export const brandTextMaxCharacters = 500;
export const brandAddressMaxCharacters = 500;
export const brandLogoMaxCharacters = 20_000;
export const brandSocialMax = 10;

export const noBrand: Brand = {
  name: '',
  logo: '',
  terms: '',
  privacy: '',
  filing: { text: '', url: '' },
  social: [],
  business: { text: '', code: '' },
  accessForm: '',
};

/** An address that may stand behind a link: by https, or a page of this origin. */
export function isBrandAddress(text: string): boolean {
  if (text.length > brandAddressMaxCharacters) return false;
  return /^(?:\/(?![/\\])|https?:\/\/[^\s/?#@\\]+(?:[/?#]|$))\S*$/i.test(text);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' && value.length <= most ? value.trim() : '';
const addressOf = (value: unknown): string =>
  typeof value === 'string' && isBrandAddress(value) ? value : '';

/** Reads what a host says of itself; what can't be used is as if it were not there. */
export function readBrand(given: unknown): Brand {
  if (!isRecord(given)) return noBrand;
  const { filing, social, business } = given;
  const entries: unknown[] = Array.isArray(social) ? social : [];
  return {
    name: textOf(given['name'], brandNameMaxCharacters),
    logo: textOf(given['logo'], brandLogoMaxCharacters),
    terms: addressOf(given['terms']),
    privacy: addressOf(given['privacy']),
    filing: isRecord(filing)
      ? { text: textOf(filing['text'], brandTextMaxCharacters), url: addressOf(filing['url']) }
      : noBrand.filing,
    social: entries
      .filter((entry) => isRecord(entry))
      .map((entry) => ({
        name: textOf(entry['name'], brandNameMaxCharacters),
        url: addressOf(entry['url']),
      }))
      .filter(({ name, url }) => name !== '' && url !== '')
      .slice(0, brandSocialMax),
    business: isRecord(business)
      ? {
          text: textOf(business['text'], brandTextMaxCharacters),
          code: textOf(business['code'], brandTextMaxCharacters),
        }
      : noBrand.business,
    accessForm: addressOf(given['access_form']),
  };
}
