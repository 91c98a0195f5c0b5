import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { z } from 'zod';

import { samplerNames } from '../../../src/domain/parameters.ts';

/** What becomes of one picture of a request. */
export type Fate = 'good' | 'censored' | 'missing' | 'damaged' | 'unsafe-address';

export interface Script {
  /** One entry per picture; the last repeats. */
  fates: Fate[];
  /** The worker is lost this many times before the first picture. */
  restarts: number;
  faulted: boolean;
  /** Checks that are answered before it is done; negative: never done. */
  checksUntilDone: number;
}

interface RemoteJob {
  id: string;
  request: z.infer<typeof body>;
  script: Script;
  checks: number;
  cancelled: boolean;
  cachedUntilMs: number;
  cached: object | null;
  generations: { id: string; seed: string; fate: Fate }[];
}

const range = (from: number, to: number) => z.number().min(from).max(to);
const size = z.int().min(64).max(3072).multipleOf(64);

/** Section 3 of the contract; explicit null is refused, as is a numeric seed. */
const body = z.object({
  prompt: z.string().min(1),
  models: z.array(z.string()),
  nsfw: z.boolean(),
  censor_nsfw: z.boolean(),
  trusted_workers: z.boolean(),
  validated_backends: z.boolean(),
  slow_workers: z.boolean(),
  replacement_filter: z.boolean(),
  r2: z.boolean(),
  params: z.object({
    sampler_name: z.enum(samplerNames),
    cfg_scale: range(0, 100).refine(
      (value) => Number.isInteger(Math.round(value * 1e6) / 1e4),
      'BadCFGDecimals',
    ),
    width: size,
    height: size,
    steps: z.int().min(1).max(500),
    n: z.int().min(1).max(20),
    seed: z.string(),
    seed_variation: z.int().min(1).max(1000).optional(),
    karras: z.boolean(),
    post_processing: z.array(z.string()),
  }),
});

export type SubmitFault =
  | { kind: 'drop-answer' }
  | {
      kind: 'answer';
      status: number;
      json?: object;
      html?: string;
      headers?: Record<string, string>;
    };

/** A Horde of our own, after the contract: validates requests, answers real shapes, and misbehaves on order. */
export async function startHordeDouble() {
  const key = 'a-registered-key';
  const cacheMs = 20;
  const jobs = new Map<string, RemoteJob>();
  const picture = await sharp({
    create: { width: 128, height: 64, channels: 3, background: '#a05030' },
  })
    .webp()
    .toBuffer();
  const state = {
    key,
    submits: 0,
    deletes: [] as string[],
    clientAgents: new Set<string>(),
    bodies: [] as z.infer<typeof body>[],
    script: { fates: ['good'], restarts: 0, faulted: false, checksUntilDone: 2 } as Script,
    submitFaults: [] as SubmitFault[],
    checkFaults: [] as { status: number; html?: string; headers?: Record<string, string> }[],
    pictureFailures: 0,
    statusCalls: 0,
    models: [
      { name: 'Deliberate', count: 3 },
      { name: 'stable_diffusion', count: 9 },
      { name: 'Empty Model', count: 0 },
      { name: 'Deliberate Inpainting', count: 2 },
      { name: 'Zoo', count: 1 },
    ],
    down: false,
    idle: null as (() => void) | null,
  };

  const json = (
    response: ServerResponse,
    status: number,
    value: unknown,
    headers: Record<string, string> = {},
  ) => {
    response.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Retry-After': '1',
      ...headers,
    });
    response.end(JSON.stringify(value));
  };
  const notFound = (response: ServerResponse) =>
    json(response, 404, {
      message: 'Request with ID not found. You have requested this URI but did you mean …',
      rc: 'RequestNotFound',
    });

  async function readBody(request: IncomingMessage): Promise<unknown> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  }

  async function submit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    state.submits += 1;
    const fault = state.submitFaults.shift();
    if (fault?.kind === 'answer') {
      await readBody(request);
      if (fault.html === undefined) json(response, fault.status, fault.json ?? {}, fault.headers);
      else response.writeHead(fault.status, { 'Content-Type': 'text/html' }).end(fault.html);
      return;
    }
    const apiKey = request.headers['apikey'];
    if (apiKey !== key && apiKey !== '0000000000') {
      json(response, 401, { message: 'No user matching sent API Key.', rc: 'InvalidAPIKey' });
      return;
    }
    const parsed = body.safeParse(await readBody(request));
    if (!parsed.success) {
      const errors = Object.fromEntries(
        parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]),
      );
      json(response, 400, { errors, message: 'Input payload validation failed' });
      return;
    }
    state.bodies.push(parsed.data);
    const id = randomUUID();
    const { n, seed } = parsed.data.params;
    const { script } = state;
    jobs.set(id, {
      id,
      request: parsed.data,
      script,
      checks: 0,
      cancelled: false,
      cachedUntilMs: 0,
      cached: null,
      generations: Array.from({ length: n }, (_, index) => ({
        id: randomUUID(),
        seed: String(Number(seed) + index),
        fate: script.fates[Math.min(index, script.fates.length - 1)] ?? 'good',
      })),
    });
    if (fault?.kind === 'drop-answer') {
      request.socket.destroy();
      return;
    }
    json(response, 202, { id, kudos: 5 });
  }

  function progress(job: RemoteJob): object {
    const { n } = job.request.params;
    const { script } = job;
    const made = job.generations.filter((generation) => generation.fate !== 'missing').length;
    const over =
      job.cancelled || (script.checksUntilDone >= 0 && job.checks > script.checksUntilDone);
    // Contract, G2: done may come while a picture is still being made.
    const early = !over && script.restarts > 0 && job.checks === script.checksUntilDone;
    return {
      finished: over ? made : 0,
      processing: over ? 0 : 1,
      restarted: script.restarts,
      waiting: over ? 0 : n - 1,
      done: over || early,
      faulted: over && script.faulted,
      wait_time: over ? 0 : 12,
      queue_position: over ? 0 : 3,
      kudos: 9,
      is_possible: false,
    };
  }

  function generationsOf(job: RemoteJob): object[] {
    const current = progress(job) as { done: boolean; processing: number };
    if (!current.done || current.processing > 0) return [];
    return job.generations
      .filter(({ fate }) => fate !== 'missing')
      .map(({ id, seed, fate }) => ({
        img:
          fate === 'unsafe-address'
            ? 'http://169.254.169.254/latest/meta-data'
            : `${base()}/pictures/${fate}/${id}.webp?signature=${randomUUID()}`,
        seed,
        id,
        censored: fate === 'censored',
        gen_metadata: fate === 'censored' ? [{ type: 'censorship', value: 'nsfw' }] : [],
        worker_id: randomUUID(),
        worker_name: 'a worker',
        model: job.request.models[0],
        state: 'ok',
      }));
  }

  function jobAnswer(
    request: IncomingMessage,
    response: ServerResponse,
    kind: string,
    id: string,
  ): void {
    const job = jobs.get(id);
    if (!job) {
      notFound(response);
      return;
    }
    if (kind === 'check') {
      const fault = state.checkFaults.shift();
      if (fault) {
        response
          .writeHead(fault.status, { 'Content-Type': 'text/html', ...fault.headers })
          .end(fault.html ?? '');
        return;
      }
      if (job.cached === null || performance.now() > job.cachedUntilMs) {
        job.checks += 1;
        job.cached = progress(job);
        job.cachedUntilMs = performance.now() + cacheMs;
      }
      json(response, 200, job.cached);
      return;
    }
    const before = { ...progress(job), generations: generationsOf(job), shared: false };
    if (request.method === 'DELETE') {
      state.deletes.push(id);
      job.cancelled = true;
      state.idle?.();
    } else {
      state.statusCalls += 1;
    }
    json(response, 200, before);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://double');
    if (state.down) {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      return;
    }
    if (url.pathname.startsWith('/api/')) {
      state.clientAgents.add(String(request.headers['client-agent'] ?? 'none'));
    }
    const path = url.pathname.replace(/^\/api\/v2/, '');
    const job = /^\/generate\/(check|status)\/([^/]+)$/.exec(path);
    if (path === '/generate/async' && request.method === 'POST') await submit(request, response);
    else if (job) jobAnswer(request, response, job[1] ?? '', job[2] ?? '');
    else if (path === '/status/models') {
      json(
        response,
        200,
        state.models.map((model) => ({
          ...model,
          type: 'image',
          performance: 1e6,
          queued: 0,
          jobs: 0,
          eta: 0,
        })),
      );
    } else if (path === '/find_user') {
      if (request.headers['apikey'] === key) {
        json(response, 200, {
          username: 'plain#2',
          active_generations: { image: [...jobs.keys()] },
        });
      } else json(response, 404, { message: 'User not found', rc: 'UserNotFound' });
    } else if (url.pathname.startsWith('/pictures/')) {
      if (state.pictureFailures > 0) {
        state.pictureFailures -= 1;
        response.writeHead(503).end();
        return;
      }
      const damaged = url.pathname.includes('/damaged/');
      // The Horde's stores do not know the type of what they keep.
      response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
      response.end(damaged ? picture.subarray(0, picture.length - 40) : picture);
    } else response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not Found</h1>');
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    ...state,
    state,
    picture,
    jobs,
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
