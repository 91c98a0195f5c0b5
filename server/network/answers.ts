import type { ServedModel } from '../../src/horde/answers.ts';
import type { GivenWork, Pop } from './service.ts';
import type { LenderRow, NetworkFigures } from './figures.ts';
import type { WorkerRow } from './store.ts';
import { workerPayload } from './payload.ts';

// What workers and dashboards of the Horde read, in its own names (horde-contract, sections 6 and 10).

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Where a worker puts a picture; the id first, so that addresses sort as their ids do. */
const uploadPath = (leaseId: string, token: string): string =>
  `/api/network/uploads/${leaseId}/${token}`;

/** The answer to a question for work. @param origin where the worker reaches this platform */
export function popAnswer({ work, skipped }: Pop, origin: string) {
  if (!work) {
    return {
      payload: {},
      id: null,
      ids: [],
      messages: [],
      ttl: null,
      skipped,
      model: null,
      source_image: null,
      source_processing: 'img2img',
      source_mask: null,
      extra_source_images: null,
      r2_upload: null,
      r2_uploads: [],
    };
  }
  const { parts, sources, leaseSeconds }: GivenWork = work;
  const [first] = parts;
  if (!first) throw new Error('work without a picture');
  const uploads = parts.map(
    ({ leaseId, uploadToken }) => origin + uploadPath(leaseId ?? '', uploadToken ?? ''),
  );
  return {
    payload: workerPayload(first.payload, first.seed, parts.length),
    id: first.leaseId,
    ids: parts.map(({ leaseId }) => leaseId),
    messages: [],
    ttl: leaseSeconds,
    skipped,
    model: first.payload.model,
    source_image: sources ? sources.image.toString('base64') : null,
    source_processing: first.payload.source_processing ?? 'img2img',
    source_mask: sources?.mask ? sources.mask.toString('base64') : null,
    extra_source_images: null,
    r2_upload: uploads[0] ?? null,
    r2_uploads: uploads,
  };
}

const nameOf = (nick: string, id: number | string): string => `${nick}#${id}`;

export function workerAnswer(row: WorkerRow, owner: string | undefined, isOnline: boolean) {
  const { abilities } = row;
  return {
    type: 'image',
    name: row.name,
    id: row.id,
    online: isOnline,
    requests_fulfilled: row.fulfilled,
    kudos_rewards: tenths(row.kudos),
    kudos_details: { generated: tenths(row.kudos), uptime: 0 },
    performance:
      row.speed === null
        ? 'No requests fulfilled yet'
        : `${tenths(row.speed / 1e6)} megapixelsteps per second`,
    threads: abilities.threads,
    uptime: row.uptimeSeconds,
    maintenance_mode: row.maintenance,
    paused: row.paused,
    ...(row.info !== null && { info: row.info }),
    nsfw: abilities.nsfw,
    ...(owner !== undefined && { owner: nameOf(owner, row.userId) }),
    trusted: true,
    flagged: false,
    uncompleted_jobs: row.uncompleted,
    models: row.models,
    team: { name: null, id: null },
    bridge_agent: row.bridgeAgent,
    max_pixels: abilities.max_pixels,
    megapixelsteps_generated: Math.round(row.pixelSteps / 1e6),
    img2img: abilities.allow_img2img,
    painting: abilities.allow_painting,
    'post-processing': abilities.allow_post_processing,
    lora: abilities.allow_lora,
    controlnet: abilities.allow_controlnet,
    sdxl_controlnet: abilities.allow_sdxl_controlnet,
    messages: [],
  };
}

export function modelAnswers(served: readonly ServedModel[], figures: NetworkFigures) {
  const names = new Set([...served.map(({ name }) => name), ...figures.queued.keys()]);
  return [...names]
    .map((name) => {
      const count = served.find((model) => model.name === name)?.count ?? 0;
      const queued = figures.queued.get(name) ?? { pictures: 0, pixelSteps: 0 };
      const performance = figures.speeds.get(name) ?? 0;
      // The Horde's own number for: queued, and nobody to do it.
      const isStuck = count === 0 && queued.pictures > 0;
      const speed = Math.max(1, (performance || 1e6) * count);
      return {
        name,
        count,
        performance: tenths(performance),
        queued: queued.pixelSteps,
        jobs: queued.pictures,
        eta: isStuck ? 10_000 : Math.round(queued.pixelSteps / speed),
        type: 'image',
      };
    })
    .filter(({ count, jobs }) => count > 0 || jobs > 0);
}

export function performanceAnswer(online: readonly WorkerRow[], figures: NetworkFigures) {
  const queued = [...figures.queued.values()];
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    queued_requests: sum(queued.map(({ pictures }) => pictures)),
    queued_text_requests: 0,
    worker_count: online.length,
    text_worker_count: 0,
    thread_count: sum(online.map(({ abilities }) => abilities.threads)),
    text_thread_count: 0,
    queued_megapixelsteps: tenths(sum(queued.map(({ pixelSteps }) => pixelSteps)) / 1e6),
    past_minute_megapixelsteps: tenths(figures.minutePixelSteps / 1e6),
    queued_forms: 0,
    interrogator_count: 0,
    interrogator_thread_count: 0,
    queued_tokens: 0,
    past_minute_tokens: 0,
  };
}

/** Somebody who lends workers; `workerIds` only for themselves. */
export function userAnswer(row: LenderRow, workerIds: readonly string[] | null) {
  const pictures = Number(row.pictures);
  const megapixelsteps = tenths(row.pixel_steps / 1e6);
  return {
    username: nameOf(row.nick, row.id),
    id: Number(row.id),
    kudos: tenths(row.kudos),
    kudos_details: {
      accumulated: tenths(row.kudos),
      gifted: 0,
      donated: 0,
      admin: 0,
      received: 0,
      recurring: 0,
      awarded: 0,
      styled: 0,
    },
    concurrency: 0,
    worker_invited: 0,
    worker_count: Number(row.workers),
    ...(workerIds && { worker_ids: workerIds, sharedkey_ids: [], active_generations: {} }),
    monthly_kudos: { amount: 0 },
    moderator: false,
    trusted: true,
    flagged: false,
    service: false,
    customizer: true,
    pseudonymous: false,
    account_age: row.age,
    usage: { megapixelsteps: 0, requests: 0 },
    contributions: { megapixelsteps, fulfillments: pictures },
    records: {
      usage: { megapixelsteps: 0, tokens: 0 },
      contribution: { megapixelsteps, tokens: 0 },
      fulfillment: { image: pictures, text: 0, interrogation: 0 },
      request: { image: 0, text: 0, interrogation: 0 },
    },
  };
}
