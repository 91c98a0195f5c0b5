import { readBrand, type Brand } from '../../domain/brand.ts';
import { isTimeZone, timeZoneDefault } from '../../domain/credits.ts';
import {
  readOidcDoor,
  readProviderDoor,
  type OidcDoor,
  type ProviderDoor,
} from '../../domain/doors.ts';
import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import { brandCodes, type BrandCode } from '../../domain/payments.ts';
import { tagFileName, tagLists as knownLists, type TagListAddresses } from '../../domain/tags.ts';

const defaultHordeUrl = 'https://aihorde.net/api';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What a host says of whom this device may ask for pictures. */
export interface HostConfiguration {
  /** Where pictures are made without a platform; null with one. */
  community: { hordeUrl: string } | null;
  /** The Horde whose models this device lists, alone or beside the platform's; null when it lists none. */
  hordeUrl: string | null;
  /** Where tags to suggest can be had; empty where nobody has them. */
  tagLists: TagListAddresses;
  /** Tools that this deployment doesn't offer, whoever could run them. */
  hiddenTools: GeneratorType[];
  /** The browser's own menu is kept from pictures. */
  blocksRightClick: boolean;
  /** Which pages are looked at is counted. */
  countsVisits: boolean;
  /** What the deployment calls itself. */
  brand: Brand;
  /** By which of its brands it takes money; null where nothing is sold. */
  pays: BrandCode | null;
  /** People are asked once what they do. */
  asksCareer: boolean;
  /** Where its day turns. */
  timeZone: string;
  /** A door beside the password; null where there is none. */
  oidcDoor: OidcDoor | null;
  /** The account provider whose links lead in; null where there is none. */
  providerDoor: ProviderDoor | null;
}

/** The address without a slash at its end; undefined when it can't be used. */
function readHordeUrl(horde: unknown): string | undefined {
  const given = isRecord(horde) ? (horde['url'] ?? defaultHordeUrl) : undefined;
  if (typeof given !== 'string' || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return url.href.replace(/\/+$/, '');
}

/** A path on this origin, or an address by https (http for a host in one's own network). */
function isFileAddress(address: string): boolean {
  return /^\/(?![/\\])/.test(address)
    ? URL.canParse(address, 'https://kiln.invalid')
    : /^https?:\/\//i.test(address) && URL.canParse(address);
}

/** What is no address of such a file is left out: nothing else of the host's depends on it. */
function readTagLists(given: unknown): TagListAddresses {
  if (!isRecord(given)) return {};
  const found: Record<string, string> = {};
  for (const list of knownLists) {
    const address = given[list];
    if (typeof address !== 'string' || !isFileAddress(address)) continue;
    const { pathname } = new URL(address, 'https://kiln.invalid');
    if (pathname.endsWith(`/${tagFileName(list)}`)) found[list] = address;
  }
  return found;
}

function readTools(given: unknown): GeneratorType[] {
  const names: unknown[] = Array.isArray(given) ? given : [];
  return names.filter((name) => typeof name === 'string').filter(isGeneratorType);
}

const readTimeZone = (given: unknown): string =>
  typeof given === 'string' && isTimeZone(given) ? given : timeZoneDefault;

/**
 * Reads the host's `kiln.json`: `{ "platform": true }`, with `"horde": {}` beside it for both, or
 * `{ "platform": false }` for the Horde alone; `"tags": { "danbooru": "/tags/danbooru.csv" }` where it has lists of tags;
 * `"hidden_tools": ["Condition"]` where it leaves some out; `"blocks_right_click": true` where a right click on a
 * picture is to open no menu; `"brand": { "name": "…" }` where it is called something else (`Brand` in domain); `"pays": "y"` where
 * something is sold.
 * @returns undefined when it says nothing that can be used
 */
export function readHostConfiguration(value: unknown): HostConfiguration | undefined {
  if (!isRecord(value) || typeof value['platform'] !== 'boolean') return undefined;
  const hasPlatform = value['platform'];
  const said = {
    tagLists: readTagLists(value['tags']),
    hiddenTools: readTools(value['hidden_tools']),
    blocksRightClick: value['blocks_right_click'] === true,
    countsVisits: value['counts_visits'] === true,
    brand: readBrand(value['brand']),
    providerDoor: readProviderDoor(value['provider']),
    oidcDoor: readOidcDoor(value['oidc']),
    asksCareer: value['identity_survey'] === true,
    timeZone: readTimeZone(value['time_zone']),
    pays: brandCodes.find((code) => code === value['pays']) ?? null,
  };
  if (hasPlatform && (value['horde'] ?? null) === null) {
    return { community: null, hordeUrl: null, ...said };
  }
  const hordeUrl = readHordeUrl(value['horde'] ?? {});
  if (hordeUrl === undefined) return undefined;
  return { community: hasPlatform ? null : { hordeUrl }, hordeUrl, ...said };
}
