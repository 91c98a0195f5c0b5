/** What the proxy can do to one request. */
export type Fault =
  /** The platform never sees it; the caller's connection dies. */
  | { kind: 'drop-request' }
  /** The platform answers and nobody hears it. */
  | { kind: 'drop-answer' }
  /** Forwarded only after this time. */
  | { kind: 'delay'; milliseconds: number }
  /** Forwarded only when the rule's `release` is called. */
  | { kind: 'hold' }
  /**
   * The answer's body ends too early. `quietly`: with headers that say it is whole, as a broken cache
   * would, so that only a checksum can tell; else the connection dies in the middle.
   * `lingerMs`: the line is silent this long before it dies, so that what came has arrived.
   */
  | { kind: 'truncate'; keep?: number; quietly?: boolean; lingerMs?: number }
  /** One bit of the answer's body is wrong. */
  | { kind: 'corrupt' }
  /** The connection dies when the platform has half of the body. */
  | { kind: 'cut-request' }
  /** The platform gets it twice at once; the caller hears the first answer. */
  | { kind: 'duplicate' }
  /** The answer arrives with a text in front of its body. */
  | { kind: 'prepend'; text: string }
  /** The platform carries it out; the proxy answers in its place. */
  | { kind: 'replace'; status: number; headers?: Record<string, string>; body?: string }
  /** The platform never sees it; the proxy answers itself. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string };

export interface RuleOptions {
  /** Any method when absent. */
  method?: string;
  /** The whole path without its query, or a pattern that is searched in path and query. */
  path: string | RegExp;
  fault: Fault;
  /** How many requests it hits before it is spent; without end when absent. */
  times?: number;
  /** Matching requests that pass before the first hit. */
  after?: number;
  /** From 0 to 1, drawn from the proxy's seed; always when absent. */
  probability?: number;
  /** Goes before the rules that are there already. */
  first?: boolean;
}

export interface Rule {
  /** Requests it has hit. */
  readonly hits: number;
  /** Lets go what `hold` keeps, now and from now on. */
  release(): void;
  remove(): void;
}

export class ActiveRule implements Rule {
  readonly fault: Fault;
  /** Settles when `release` is called. */
  readonly released: Promise<void>;
  hits = 0;
  release: () => void;
  #removed = false;
  #passed = 0;
  readonly #options: RuleOptions;
  readonly #random: () => number;

  constructor(options: RuleOptions, random: () => number) {
    this.#options = options;
    this.#random = random;
    this.fault = options.fault;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.released = promise;
    this.release = resolve;
  }

  remove(): void {
    this.#removed = true;
    this.release();
  }

  /** True when the request is this rule's to disturb; counts it then. */
  takes(method: string, pathAndQuery: string): boolean {
    const { path, times, after = 0, probability = 1 } = this.#options;
    if (this.#removed || (times !== undefined && this.hits >= times)) return false;
    if (this.#options.method !== undefined && this.#options.method !== method) return false;
    const matches =
      typeof path === 'string' ? pathAndQuery.split('?')[0] === path : path.test(pathAndQuery);
    if (!matches) return false;
    if (this.#passed < after) {
      this.#passed += 1;
      return false;
    }
    if (probability < 1 && this.#random() >= probability) return false;
    this.hits += 1;
    return true;
  }
}

/** Mulberry32: the same seed gives the same faults. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
