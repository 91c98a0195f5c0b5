import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  countersOf,
  createRemoteJob,
  describeFinished,
  type RemoteJob,
} from './horde-double-jobs.ts';
import { createAlchemistDouble } from './horde-double-alchemy.ts';
import { answerFault, readJson, sendHtml, sendJson, sendPreflight } from './horde-double-http.ts';
import {
  checkTogether,
  generateBody,
  judgeKudos,
  readSource,
  Refusal,
  validationErrors,
  type GenerateBody,
} from './horde-double-rules.ts';
import { createLimiter } from './horde-double-limits.ts';
import { createState } from './horde-double-state.ts';
import {
  anonymousKey,
  createAccounts,
  createPictureStore,
  pictureOf,
} from './horde-double-store.ts';

/**
 * A Horde of our own, after the contract: checks requests, keeps the rate limits, answers real shapes, and
 * misbehaves on order.
 * @param secondMs how long one of its seconds lasts: limits, caches and lives all go by it
 */
export async function startHordeDouble(secondMs = 20) {
  const key = 'a-registered-key';
  const jobs = new Map<string, RemoteJob>();
  const limiter = createLimiter(secondMs);
  const state = createState(key);

  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const later = (seconds: number) => performance.now() + seconds * secondMs;
  const lifeSeconds = 20 * 60;

  function kudosOf(request: IncomingMessage): number {
    const given = String(request.headers['apikey'] ?? '');
    if (given === anonymousKey) return 0;
    const kudos = state.keys.get(given);
    if (kudos === undefined) {
      throw new Refusal(401, 'InvalidAPIKey', 'No user matching sent API Key.');
    }
    return kudos;
  }

  function checkConcurrency(userKey: string, body: GenerateBody): void {
    const limit = userKey === anonymousKey ? 500 : 30;
    const waiting = [...jobs.values()]
      .filter((job) => job.key === userKey)
      .reduce((sum, job) => sum + countersOf(job).waiting, 0);
    if (waiting + body.params.n > limit) {
      throw new Refusal(
        429,
        'TooManyPrompts',
        `Parallel requests (${waiting + body.params.n}) exceeded user limit (${limit}).`,
      );
    }
  }

  async function generate(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = (await readJson(request)) as Record<string, unknown>;
    const closedMs = state.closedUntilMs - performance.now();
    if (closedMs > 0) {
      const seconds = Math.ceil(closedMs / secondMs);
      sendJson(response, 429, { message: '90 per 1 minute' }, { 'Retry-After': String(seconds) });
      return;
    }
    const isDry = raw['dry_run'] === true;
    if (isDry) state.dryRuns.push(raw);
    else state.submits += 1;
    const fault = isDry ? undefined : state.submitFaults.shift();
    if (state.submitDelayMs > 0) {
      state.submitting += 1;
      state.mostSubmitting = Math.max(state.mostSubmitting, state.submitting);
      await sleep(state.submitDelayMs);
      state.submitting -= 1;
    }
    if (answerFault(fault, response)) return;
    const kudos = kudosOf(request);
    const parsed = generateBody.safeParse(raw);
    if (!parsed.success) {
      sendJson(response, 400, validationErrors(parsed.error));
      return;
    }
    if (state.maintenance) throw new Refusal(400, 'MaintenanceMode');
    const body = parsed.data;
    checkTogether(body);
    const userKey = String(request.headers['apikey']);
    if (!isDry) checkConcurrency(userKey, body);
    const { needed, total, downgraded } = judgeKudos(body, state.freeSide);
    if (needed && total > kudos && !body.allow_downgrade) {
      throw new Refusal(
        403,
        'KudosUpfront',
        `Due to heavy demand, for requests over ${state.freeSide}x${state.freeSide} (…) the client needs to already have the required kudos. This request requires ${total} kudos to fulfil.`,
      );
    }
    if (isDry) {
      sendJson(response, 200, { kudos: total });
      return;
    }
    const source = body.source_image === undefined ? null : await readSource(body.source_image);
    const mask = body.source_mask === undefined ? null : await readSource(body.source_mask);
    if (body.source_processing === 'inpainting' && !mask && source?.hasAlpha !== true) {
      throw new Refusal(400, 'InpaintingMissingMask');
    }
    const job = createRemoteJob({
      key: userKey,
      request: needed && total > kudos ? { ...body, params: downgraded } : body,
      source,
      mask,
      script: state.script,
      expiresMs: later(lifeSeconds),
    });
    state.bodies.push(raw);
    state.accepted.push(job);
    jobs.set(job.id, job);
    if (fault?.kind === 'drop-answer') request.socket.destroy();
    else if (fault?.kind === 'break-answer') sendHtml(response, 502, '<h1>Bad Gateway</h1>');
    else if (fault?.kind === 'replace-answer')
      sendJson(response, fault.status, { message: 'no route matched' });
    else sendJson(response, 202, { id: job.id, kudos: 5 });
  }

  function find(id: string): RemoteJob {
    const job = jobs.get(id);
    if (job && performance.now() < job.expiresMs) return job;
    jobs.delete(id);
    throw new Refusal(
      404,
      'RequestNotFound',
      'Request with ID not found. You have requested this URI but did you mean …',
    );
  }

  function check(job: RemoteJob): object {
    if (job.cached && performance.now() < job.cached.untilMs) return job.cached.answer;
    const before = countersOf(job);
    job.checks += 1;
    const answer = countersOf(job);
    const isEvent = answer.processing !== before.processing || answer.finished !== before.finished;
    if (isEvent) job.expiresMs = later(lifeSeconds);
    job.cached = { answer, untilMs: later(1) };
    return answer;
  }

  async function generationsOf(job: RemoteJob): Promise<object[]> {
    const made = describeFinished(job, `${state.origin ?? base()}/pictures`);
    if (job.request.r2) return made;
    const { width, height } = job.request.params;
    const img = (await pictureOf(width, height)).toString('base64');
    return made.map((one) => ({ ...one, img }));
  }

  async function onJob(
    request: IncomingMessage,
    response: ServerResponse,
    kind: string,
    id: string,
  ): Promise<void> {
    if (kind === 'check') {
      const fault = state.checkFaults.shift();
      if (fault) {
        response
          .writeHead(fault.status, { 'Content-Type': 'text/html', ...fault.headers })
          .end(fault.html ?? '');
        return;
      }
      sendJson(response, 200, check(find(id)));
      return;
    }
    const job = find(id);
    const before = { ...countersOf(job), generations: await generationsOf(job), shared: false };
    if (request.method === 'DELETE') {
      if (state.cancelFaults > 0) {
        state.cancelFaults -= 1;
        sendHtml(response, 502, '<h1>Bad Gateway</h1>');
        return;
      }
      state.cancels.push(id);
      job.cancelled = true;
    } else {
      state.statusCalls += 1;
    }
    sendJson(response, 200, before);
  }

  const accounts = createAccounts({
    jobs,
    kudosOf: (userKey) => (userKey === anonymousKey ? 0 : state.keys.get(userKey)),
    cacheMs: 30 * secondMs,
  });
  const sendPicture = createPictureStore(() => {
    state.pictureFailures -= 1;
    return state.pictureFailures >= 0;
  });
  const alchemists = createAlchemistDouble({
    script: () => state.alchemy,
    pictures: () => `${state.origin ?? base()}/pictures`,
    kudosOf,
    onAccept: (asked) => state.alchemyAsked.push(asked),
    onCancel: (id) => state.cancels.push(id),
  });

  const read: Readonly<Record<string, (request: IncomingMessage) => object>> = {
    '/status/models': () =>
      state.models.map((model) => ({
        eta: 0,
        ...(model as object | null),
        type: 'image',
        performance: 1e6,
        queued: 0,
        jobs: 0,
      })),
    '/status/heartbeat': () => ({ message: 'OK', version: '5.1.5' }),
    '/status/modes': () => ({ maintenance_mode: state.maintenance, invite_only_mode: false }),
    '/status/performance': () => ({
      queued_requests: jobs.size,
      queued_megapixelsteps: 12.5,
      past_minute_megapixelsteps: 840.2,
      worker_count: 1,
      thread_count: 2,
    }),
    '/status/news': () => [
      {
        date_published: '2026-11-01',
        title: 'A new worker',
        newspiece: 'It is **faster**. <img src=x onerror=alert(1)>',
        importance: 'Information',
      },
    ],
    '/teams': () => [
      { id: randomUUID(), name: 'Night shift', worker_count: 1, kudos: 7_000, models: [] },
    ],
    '/users': () =>
      Array.from({ length: 12 }, (_, at) => ({
        username: `lender#${at + 1}`,
        kudos: 1_000_000 / (at + 1),
        records: { contribution: { megapixelsteps: 4_000 - at } },
      })),
    '/workers': () => [
      ...state.pictureWorkers,
      ...state.alchemists.map((forms) => ({
        type: 'interrogation',
        name: 'an alchemist',
        id: randomUUID(),
        online: true,
        maintenance_mode: false,
        forms,
        team: { name: null, id: null },
        performance: 'No requests fulfilled yet',
      })),
    ],
    '/find_user': accounts,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://double');
    if (state.down) {
      state.turnedAway += 1;
      sendHtml(response, 502, '<h1>Bad Gateway</h1>');
      return;
    }
    if (request.method === 'OPTIONS') {
      sendPreflight(response);
      return;
    }
    if (url.pathname === '/reference.json' && state.reference) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      sendJson(response, 200, state.reference);
      return;
    }
    if (url.pathname.startsWith('/pictures/')) {
      if (state.isStoreReadable) response.setHeader('Access-Control-Allow-Origin', '*');
      await sendPicture(url.pathname, response);
      return;
    }
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Horde-Node', '127.0.0.1:7001:5.1.5');
    for (const name of Object.keys(request.headers)) state.headers.add(name);
    state.clientAgents.add(String(request.headers['client-agent'] ?? 'none'));
    const path = url.pathname.replace(/^\/api\/v2/, '');
    if (!limiter.admit(request, response, path)) return;
    const job = /^\/generate\/(check|status)\/([^/]+)$/.exec(path);
    const alchemy = /^\/interrogate\/status\/([^/]+)$/.exec(path);
    if (path === '/generate/async' && request.method === 'POST') await generate(request, response);
    else if (path === '/interrogate/async' && request.method === 'POST')
      await alchemists.interrogate(request, response);
    else if (job) await onJob(request, response, job[1] ?? '', job[2] ?? '');
    else if (alchemy) alchemists.status(request, response, alchemy[1] ?? '');
    else if (read[path]) sendJson(response, 200, read[path](request));
    else sendHtml(response, 404, '<h1>Not Found</h1>');
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof Refusal)) response.destroy();
      else {
        const { status, message, rc } = error;
        sendJson(response, status, { message, ...(rc !== '' && { rc }) });
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    key,
    secondMs,
    state,
    jobs,
    refusedByLimiter: limiter.refused,
    baseUrl: `${base()}/api`,
    forget: (id: string) => jobs.delete(id),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

export type HordeDouble = Awaited<ReturnType<typeof startHordeDouble>>;
