import {
  cancelGeneration,
  generationStatus,
  playgroundGenerate,
  reorderGenerations,
} from '../api/contract/generate.ts';
import { checkGeneration } from '../api/contract/check.ts';
import { image2text, languageHelpers } from '../api/contract/language.ts';
import { listModelSchemas, listModels as listModelsEndpoint } from '../api/contract/models.ts';
import { acknowledgeWorks, releaseWorks } from '../api/contract/sync.ts';
import { findUpload } from '../api/contract/uploads.ts';
import { deleteWorks, favouriteWorks, rateWorks } from '../api/contract/works.ts';
import type { CallRequest } from '../api/request.ts';
import type { LocalPlatform } from '../api/local.ts';
import { getMediaByHash } from '../db/media/media.ts';
import { getSetting } from '../db/settings.ts';
import { KilnError } from '../domain/errors.ts';
import { captionForm } from '../horde/alchemy.ts';
import { describePicture } from './describe.ts';
import { rethrow } from './errors.ts';
import { createHorde } from './horde.ts';
import type { Horde } from './horde.ts';
import type { NetworkParts } from './network.ts';
import { cancelJob, checkJob, jobStatus } from './jobs.ts';
import { knownReference } from './known-reference.ts';
import { estimateKudos, ownKudos } from './kudos.ts';
import { listModels, schemaOf } from './models.ts';
import { store } from '../db/community-store.ts';
import { sourceAddress } from './sources.ts';
import { currentKey, submitOnce } from './submit.ts';

type Answer = (options: CallRequest) => Promise<unknown>;

function idOf({ params }: CallRequest): string {
  return String(params?.['id'] ?? '');
}

/** The device's rows are the only ones: what it says of them stands. */
function ratingsOf(ids: readonly string[], given: { starred?: 0 | 1; rating?: number }) {
  const { starred = 0, rating = 0 } = given;
  const works = ids.map((image_id) => ({ image_id, starred, rated: rating > 0 ? 1 : 0, rating }));
  return { data: { works, gone: [] } };
}

type Learn = () => Promise<void>;
/** Answers that only pages give: a service worker may not load anything later. */
type More = (parts: NetworkParts) => Promise<Readonly<Record<string, Answer>>>;

function answersOf(horde: Horde, learn: Learn | null): Readonly<Record<string, Answer>> {
  return {
    async [listModelsEndpoint.id]({ signal }) {
      await learn?.();
      return listModels(horde, signal).catch(rethrow);
    },
    async [listModelSchemas.id]({ query, signal }) {
      const { lang } = listModelSchemas.query.parse(query);
      const reference = await knownReference();
      const models = await listModels(horde, signal).catch(rethrow);
      return Object.fromEntries(
        models.map(({ model }) => [model, schemaOf(model, reference, lang)]),
      );
    },
    async [playgroundGenerate.id]({ body, idempotencyKey = '', signal }) {
      const asked = playgroundGenerate.body.parse(body);
      const row = await submitOnce(horde, idempotencyKey, asked, signal);
      // How it ended, if it has, the first poll says with its words.
      return {
        id: row.id,
        state: 'Pending',
        queue_position: 0,
        wait_time: 0,
        done: false,
        faulted: false,
        cost: 0,
        balance: 0,
      };
    },
    async [findUpload.id]({ params }) {
      const sha256 = String(params?.['sha256'] ?? '');
      const media = await getMediaByHash(sha256);
      // A copy for the way is not kept when there was no room for it.
      if (!media) throw new KilnError('storage-full', { retryable: true });
      const { bytes, mediaType: media_type, width, height } = media;
      // It stays where it is until it leaves for the Horde.
      const file = { url: sourceAddress(sha256), sha256, bytes, media_type, width, height };
      return { state: 'stored', file };
    },
    [checkGeneration.id]: (options) => checkJob(horde, idOf(options), options.signal),
    [generationStatus.id]: (options) => jobStatus(horde, idOf(options), options.signal),
    [cancelGeneration.id]: (options) => cancelJob(horde, idOf(options), options.signal),
    async [reorderGenerations.id]({ body }) {
      // The Horde has an order of its own; what has not left goes in the device's.
      return { data: { ids: reorderGenerations.body.parse(body).ids } };
    },
    async [languageHelpers.id]({ signal }) {
      const forms = await horde.servedForms(signal).catch(rethrow);
      const seen = forms.has(captionForm);
      return {
        // Nobody here works on words.
        expand: 'rules',
        translate: 'rules',
        optimize: 'rules',
        describe: seen ? 'model' : 'rules',
        describes_in_public: true,
      };
    },
    async [image2text.id]({ body, signal }) {
      const { image_base64: data = '', may_be_public: mayBePublic } = image2text.body.parse(body);
      // There are only volunteers here to look at it.
      if (!mayBePublic) throw new KilnError('consent-required', { retryable: false });
      const picture = new Blob([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))]);
      const result = await describePicture(horde, picture, signal);
      return { result, basis: 'seen', provider: 'horde', fallback: false };
    },
    async [acknowledgeWorks.id]({ body }) {
      const { image_ids: ids } = acknowledgeWorks.body.parse(body);
      await store.files.bulkDelete(ids);
      return { data: { acknowledged: ids.length } };
    },
    async [releaseWorks.id]({ body }) {
      const { image_ids: ids } = releaseWorks.body.parse(body);
      // The device's copy is the only one.
      const works = ids.map((image_id) => ({ image_id, kept: false, expires_at: null }));
      return { data: { works } };
    },
    async [deleteWorks.id]({ body }) {
      const { image_ids: ids } = deleteWorks.body.parse(body);
      await store.files.bulkDelete(ids);
      return { data: { deleted: ids.length } };
    },
    async [favouriteWorks.id]({ body }) {
      const { image_ids: ids, starred } = favouriteWorks.body.parse(body);
      return ratingsOf(ids, { starred });
    },
    async [rateWorks.id]({ body }) {
      const { image_ids: ids, rating } = rateWorks.body.parse(body);
      return ratingsOf(ids, { rating });
    },
  };
}

function createPlatform(hordeUrl: string, learn: Learn | null, more: More | null): LocalPlatform {
  const horde = createHorde(hordeUrl);
  const answers = answersOf(horde, learn);
  return {
    async answer(id, options) {
      const answer = answers[id] ?? (await more?.({ horde, rethrow, currentKey }))?.[id];
      // What needs an account is not there.
      if (!answer) throw new KilnError('not-found', { retryable: false, detail: id });
      return answer(options);
    },
    async file(path) {
      const file = await store.files.get(path.replace(/^\/community\//, ''));
      if (!file) throw new KilnError('result-gone', { retryable: true });
      return file.blob;
    },
    estimateKudos: (model, input, picture, signal) =>
      estimateKudos(horde, model, input, picture, signal).catch(rethrow),
    ownKudos: (signal) => ownKudos(horde, signal).catch(rethrow),
  };
}

let current: { hordeUrl: string; platform: LocalPlatform } | null = null;

/**
 * The Horde as a place that answers the platform's calls; null where this device does not ask it.
 * @param more answers beyond those of the queue, by whoever has them; the same at every call
 * @param learn what is done before models are listed, by those who list them; the same at every call
 */
export async function findCommunityPlatform(
  learn: Learn | null = null,
  more: More | null = null,
): Promise<LocalPlatform | null> {
  const hordeUrl = await getSetting('hordeUrl');
  if (hordeUrl === null) return null;
  if (current?.hordeUrl !== hordeUrl) {
    current = { hordeUrl, platform: createPlatform(hordeUrl, learn, more) };
  }
  return current.platform;
}
