import { statusPollMinIntervalMs } from '../../../src/domain/limits.ts';
import type { FakePlatform, ForeignAnswer } from '../../fixtures/fake-platform.ts';
import type { Owner, VirtualClock } from './clock.ts';
import { current } from './clock.ts';

/** What the way to the platform does to one request. */
export const mishaps = [
  /** The connection dies before the platform has the request. */
  'lost-request',
  /** The platform carries it out and nobody hears of it. */
  'lost-answer',
  /** The answer's body ends too early. */
  'cut-answer',
  /** A byte of the answer is wrong. */
  'damaged-answer',
  /** A hotel's log-in page instead. */
  'captive-portal',
  /** Neither an answer nor an error, and the platform never has it. */
  'silence',
  /** The caller has long given up when the platform gets it. */
  'late-delivery',
  /** The platform gets it again, some time after the first. */
  'duplicate',
  /** It takes very long, both ways. */
  'slow',
  'server-error',
  'bad-gateway',
  /** Somebody in between answers, with any status and in any media type; the platform never has it. */
  'foreign-answer',
  /** The platform carries it out, and somebody in between answers in its place. */
  'foreign-answer-after-commit',
  /** To a log-in page, which somebody in between answers. */
  'redirect',
  'engine-unavailable',
  'too-many-requests',
] as const;
export type Mishap = (typeof mishaps)[number];

/** Those that say nothing about the one request they hit: the order of requests survives them. */
export const orderlyMishaps: readonly Mishap[] = ['lost-request', 'lost-answer', 'duplicate'];

/** What gateways that deploy, firewalls and portals were seen to answer. */
const foreignAnswers: readonly ForeignAnswer[] = [
  { foreign: 404 },
  { foreign: 404, mediaType: 'application/json', body: '{"message":"no route matched"}' },
  { foreign: 410 },
  { foreign: 403, mediaType: 'application/json', body: '{"code":"forbidden","message":"blocked"}' },
  { foreign: 401, mediaType: 'text/html', body: '<h1>Log in</h1>' },
  { foreign: 413 },
  { foreign: 409, body: '' },
  { foreign: 503 },
  { foreign: 200, mediaType: 'application/json', body: '{"status":true,"data":null}' },
];

/** What a proxy that packs and unpacks answers on the way leaves out of them, and of requests. */
const lostOnTheWay = { requests: ['Range', 'If-Range'], answers: ['Content-Length', 'ETag'] };

interface InFlight {
  owner: Owner;
  method: string;
  path: string;
  key: string | null;
}

export interface NetworkOptions {
  clock: VirtualClock;
  platform: FakePlatform;
  random: () => number;
  /** Something that must not happen. */
  violate: (what: string) => void;
  note: (what: string) => void;
  /** Counts an effect of the caller's host, which may die of it. */
  countEffect(owner: Owner): void;
  /** Whether a lock keeps hosts apart, or only leases. */
  hasLocks: boolean;
}

const never = new Promise<never>(() => undefined);
const latencyMs = 300;
const slowMs = 20_000;
const lateMs = 90_000;

/** The way from the device to the platform and back, in simulated time. */
export class Network {
  isUp = true;
  isPlatformUp = true;
  mishapRate = 0;
  mishaps: readonly Mishap[] = mishaps;
  /** No answer tells its length or version, and no part of a file can be asked for. */
  losesHeaders = false;
  readonly inFlight = new Set<InFlight>();
  /** When a submission may be repeated, by its key; emptied when a person or a set clock changes that. */
  readonly notBeforeMs = new Map<string, number>();
  readonly #lastCheck = new Map<string, { owner: Owner; atMs: number }>();
  readonly #options: NetworkOptions;

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  /** Stands in for the global `fetch`. */
  fetch = (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const owner = current.getStore();
    if (!owner) throw new Error('a request of nobody');
    this.#options.countEffect(owner);
    if (!owner.isAlive) return never;
    const url = new URL(input instanceof Request ? input.url : input);
    const call: InFlight = {
      owner,
      method: (init.method ?? 'GET').toUpperCase(),
      path: url.pathname,
      key: new Headers(init.headers).get('Idempotency-Key'),
    };
    this.#watch(call);
    this.inFlight.add(call);
    return new Promise<Response>((resolve, reject) => {
      const { signal } = init;
      const end = () => {
        this.inFlight.delete(call);
        signal?.removeEventListener('abort', onAbort);
      };
      const onAbort = () => {
        end();
        reject(signal?.reason as Error);
      };
      if (signal?.aborted) {
        onAbort();
        return;
      }
      signal?.addEventListener('abort', onAbort);
      this.#carry(call, url, init, {
        // To the caller, if it is still there.
        answer: (response, delayMs) => {
          this.#options.clock.schedule(owner, delayMs, () => {
            end();
            resolve(response);
          });
        },
        fail: (delayMs) => {
          this.#options.clock.schedule(owner, delayMs, () => {
            end();
            reject(new TypeError('Failed to fetch'));
          });
        },
      });
    });
  };

  #within(maxMs: number): number {
    return 1 + Math.floor(this.#options.random() * maxMs);
  }

  #carry(
    call: InFlight,
    url: URL,
    init: RequestInit,
    caller: { answer(response: Response, delayMs: number): void; fail(delayMs: number): void },
  ): void {
    const { clock, random, note } = this.#options;
    const isHit = random() < this.mishapRate;
    const mishap = isHit ? this.mishaps[Math.floor(random() * this.mishaps.length)] : undefined;
    const thereMs = this.#within(latencyMs);
    const backMs = this.#within(latencyMs);
    const isDown = !this.isUp || !this.isPlatformUp;
    const what = `${call.owner.name} ${call.method} ${call.path} ${call.key?.slice(-6) ?? ''}`;
    note(`${what} ${isDown ? 'nowhere' : (mishap ?? '')}`);
    if (isDown) {
      caller.fail(thereMs);
      return;
    }
    const deliver = async (fault: FakePlatform['fault'] = () => null): Promise<Response | null> => {
      if (!this.isPlatformUp) return null;
      const { platform } = this.#options;
      const headers = new Headers(init.headers);
      const { requests, answers } = lostOnTheWay;
      if (this.losesHeaders) for (const name of requests) headers.delete(name);
      platform.fault = fault;
      const pending = platform.fetch(url, { ...init, headers, signal: null });
      platform.fault = () => null;
      const response = await pending.catch(() => null);
      if (response && this.losesHeaders) for (const name of answers) response.headers.delete(name);
      return response;
    };
    /** Delivers, and answers unless the line has died meanwhile. */
    const roundTrip = (outMs: number, homeMs: number, fault?: FakePlatform['fault']) => {
      clock.schedule(null, outMs, () => {
        void deliver(fault).then((response) => {
          if (response && this.isUp) caller.answer(response, homeMs);
          else caller.fail(homeMs);
        });
      });
    };
    switch (mishap) {
      case undefined:
      case 'cut-answer':
      case 'damaged-answer':
      case 'captive-portal':
        roundTrip(thereMs, backMs, mishap && (() => mishap));
        break;
      case 'lost-request':
        caller.fail(thereMs);
        break;
      case 'lost-answer':
        roundTrip(thereMs, backMs, () => mishap);
        break;
      case 'silence':
        break;
      case 'late-delivery':
        clock.schedule(null, this.#within(lateMs), () => void deliver());
        break;
      case 'duplicate':
        roundTrip(thereMs, backMs);
        clock.schedule(null, thereMs + this.#within(lateMs), () => void deliver());
        break;
      case 'slow':
        roundTrip(this.#within(slowMs), this.#within(slowMs));
        break;
      case 'server-error':
        roundTrip(thereMs, backMs, () => ({ status: 500 }));
        break;
      case 'bad-gateway':
        roundTrip(thereMs, backMs, () => ({ foreign: 502 }));
        break;
      case 'foreign-answer':
      case 'foreign-answer-after-commit': {
        const answer = foreignAnswers[Math.floor(random() * foreignAnswers.length)]!;
        const afterCommit = mishap === 'foreign-answer-after-commit';
        roundTrip(thereMs, backMs, () => ({ ...answer, afterCommit }));
        break;
      }
      case 'redirect':
        if (init.redirect === 'error') caller.fail(thereMs);
        else roundTrip(thereMs, backMs, () => ({ foreign: 404, mediaType: 'application/json' }));
        break;
      case 'engine-unavailable':
        roundTrip(thereMs, backMs, () => ({ status: 503, code: 'engine-unavailable' }));
        break;
      case 'too-many-requests': {
        const retryAfterSeconds = this.#within(60);
        if (call.key) this.notBeforeMs.set(call.key, clock.nowMs + retryAfterSeconds * 1_000);
        const answer = { status: 429, code: 'too-many-requests' as const, retryAfterSeconds };
        roundTrip(thereMs, backMs, () => answer);
      }
    }
  }

  /** Two hosts must not work on one request at once, nor two pollers ask at once. */
  #watch(call: InFlight): void {
    const { hasLocks, violate, clock } = this.#options;
    if (call.key !== null && clock.nowMs < (this.notBeforeMs.get(call.key) ?? 0)) {
      violate(`${call.owner.name} does not wait as long as the platform asked for`);
    }
    if (hasLocks && call.path.includes('/check/')) {
      const last = this.#lastCheck.get(call.path);
      if (last?.owner === call.owner && clock.nowMs - last.atMs < statusPollMinIntervalMs) {
        violate(`${call.owner.name} asks for ${call.path} too often`);
      }
      this.#lastCheck.set(call.path, { owner: call.owner, atMs: clock.nowMs });
    }
    for (const other of this.inFlight) {
      if (!other.owner.isAlive) this.inFlight.delete(other);
      else if (other.owner === call.owner || other.owner.frozenUntilMs > clock.nowMs) continue;
      else if (call.key !== null && other.key === call.key) {
        violate(`${other.owner.name} and ${call.owner.name} submit ${call.key} at once`);
      } else if (hasLocks && call.path.includes('/check/') && other.path.includes('/check/')) {
        violate(`${other.owner.name} and ${call.owner.name} poll at once`);
      }
    }
  }
}
