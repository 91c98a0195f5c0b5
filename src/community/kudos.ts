import { costInWords, HordeFailure, wantsKudos } from '../horde/failure.ts';
import { requestOf } from '../horde/request.ts';
import type { HordeRequest } from '../horde/request.ts';
import type { KudosEstimate } from '../domain/kudos.ts';
import type { InputValues } from '../domain/model.ts';
import { anonymousKey } from '../domain/volunteers.ts';
import type { Horde } from './horde.ts';
import { sizeFor, type ModelTraits } from '../horde/baselines.ts';
import type { PictureType } from '../horde/model-ids.ts';
import { bordersOf, outpaintPlan } from '../horde/outpaint.ts';
import { KilnError } from '../domain/errors.ts';
import { knownReference } from './known-reference.ts';
import { namesOf, toolOf, traitsOfModel, typeOf } from './models.ts';
import { currentKey, departing, inTurn, outputsOf, untilNextMayLeave } from './submit.ts';

/** The Horde itself caches an account for as long. */
const balanceForMs = 30_000;
/** A price moves with the load alone, and slowly. */
const priceForMs = 5 * 60_000;
const pricesMax = 50;
const tenth = (kudos: number): number => Math.round(kudos * 10) / 10;

/** White, 64 × 64: only that there is a picture counts, and nobody's own leaves for a price. */
const anyPicture = 'UklGRiQAAABXRUJQVlA4TBcAAAAvP8APAAfQ//73v/8BICH8f69F9D/1AwA=';

let balance: { key: string; atMs: number; kudos: number | null } | null = null;
const prices = new Map<string, { atMs: number } & Pick<KudosEstimate, 'kudos' | 'isShort'>>();

/** What one's own key has; null without one, and where the Horde does not tell. */
export async function ownKudos(horde: Horde, signal?: AbortSignal): Promise<number | null> {
  const key = await currentKey();
  if (key === anonymousKey) return null;
  if (balance?.key !== key || Date.now() - balance.atMs > balanceForMs) {
    balance = { key, atMs: Date.now(), kudos: await horde.kudos(key, signal) };
  }
  return balance.kudos;
}

interface Size {
  width: number;
  height: number;
}

/**
 * How large it is made, as `prepareSources` will find.
 * @throws EngineError `invalid-input` where nothing grows, KilnError `source-missing` where the size hangs on a picture
 * that is not there
 */
function sidesOf(
  type: PictureType,
  input: InputValues,
  picture: Size | null,
  traits: ModelTraits,
): Size {
  if (type === 'Outpainting') {
    if (!picture) throw new KilnError('source-missing', { retryable: false });
    return outpaintPlan(picture, bordersOf(input), traits).target;
  }
  const { nativeSide } = traits;
  const suited = picture ? sizeFor(picture, traits) : { width: nativeSide, height: nativeSide };
  const side = (name: 'width' | 'height') => {
    const given = input[name];
    return typeof given === 'number' ? given : suited[name];
  };
  return { width: side('width'), height: side('height') };
}

/** The request without anything of the person's in it: what it says does not count for its price. */
async function priced(
  model: string,
  input: InputValues,
  picture: Size | null,
): Promise<HordeRequest> {
  const type = typeOf(model);
  const traits = traitsOfModel(model, await knownReference());
  const sides = sidesOf(type, input, picture, traits);
  const isMasked = type === 'Inpainting' || type === 'Outpainting';
  const { prompt: _prompt, negative_prompt: _negative, ...settings } = input;
  return requestOf({
    job: { input: { ...settings, prompt: 'a' }, seed: '0', outputs: outputsOf(input) },
    type,
    models: await namesOf(model, input),
    traits,
    sources:
      type === 'Text2Img'
        ? null
        : {
            ...sides,
            source_image: anyPicture,
            ...(isMasked && { source_mask: anyPicture }),
          },
  });
}

async function askPrice(horde: Horde, request: HordeRequest, key: string, signal?: AbortSignal) {
  try {
    return { kudos: tenth(await horde.cost(request, key, signal)), isShort: false };
  } catch (error) {
    const told = error instanceof HordeFailure && wantsKudos(error) ? costInWords(error) : null;
    if (told === null) throw error;
    return { kudos: tenth(told), isShort: true };
  }
}

async function priceOf(horde: Horde, request: HordeRequest, key: string, signal?: AbortSignal) {
  const name = JSON.stringify([key, request]);
  const known = prices.get(name);
  if (known && Date.now() - known.atMs < priceForMs) return known;
  // It counts against the same limits as a submission, which must not be refused for a price.
  const { asking } = await inTurn(async () => {
    signal?.throwIfAborted();
    const started = departing(() => askPrice(horde, request, key, signal));
    started.catch(() => undefined);
    await untilNextMayLeave();
    return { asking: started };
  });
  const price = { ...(await asking), atMs: Date.now() };
  if (prices.size >= pricesMax) prices.clear();
  prices.set(name, price);
  return price;
}

/**
 * What a request would cost, by the Horde's own dry run; null for tools, of which it knows none.
 * @param picture how large the one is that is changed
 * @throws what a refusal is, `HordeSilence`, EngineError `invalid-input`, KilnError `source-missing`
 */
export async function estimateKudos(
  horde: Horde,
  model: string,
  input: InputValues,
  picture: Size | null,
  signal?: AbortSignal,
): Promise<KudosEstimate | null> {
  if (toolOf(model)) return null;
  const request = await priced(model, input, picture);
  const { kudos, isShort } = await priceOf(horde, request, await currentKey(), signal);
  return { kudos, isShort, left: await ownKudos(horde, signal) };
}
