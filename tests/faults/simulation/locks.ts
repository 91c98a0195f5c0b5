import type { Owner } from './clock.ts';
import { current } from './clock.ts';

type Work = (lock: { name: string } | null) => unknown;

interface Held {
  owner: Owner | null;
  release: () => void;
}

interface Waiting {
  name: string;
  owner: Owner | null;
  grant: (held: Held) => void;
}

/** Web Locks as far as the app uses them; what a dead owner held is free at once, as in a browser. */
export class Locks {
  readonly #held = new Map<string, Held>();
  #waiting: Waiting[] = [];

  request = async (name: string, first: unknown, second?: unknown): Promise<unknown> => {
    const work = (second ?? first) as Work;
    const isOptional = second !== undefined && (first as LockOptions).ifAvailable === true;
    const owner = current.getStore() ?? null;
    if (owner && !owner.isAlive) return new Promise(() => undefined);
    if (isOptional && this.#held.has(name)) return work(null);
    const held = this.#held.has(name)
      ? await new Promise<Held>((grant) => this.#waiting.push({ name, owner, grant }))
      : this.#take(name, owner);
    try {
      return await work({ name });
    } finally {
      held.release();
    }
  };

  holderOf(name: string): Owner | null {
    return this.#held.get(name)?.owner ?? null;
  }

  releaseAllOf(owner: Owner): void {
    this.#waiting = this.#waiting.filter((each) => each.owner !== owner);
    for (const held of this.#held.values()) if (held.owner === owner) held.release();
  }

  #take(name: string, owner: Owner | null): Held {
    const held: Held = {
      owner,
      release: () => {
        if (this.#held.get(name) !== held) return;
        this.#held.delete(name);
        const index = this.#waiting.findIndex((each) => each.name === name);
        const [next] = index === -1 ? [] : this.#waiting.splice(index, 1);
        next?.grant(this.#take(name, next.owner));
      },
    };
    this.#held.set(name, held);
    return held;
  }
}
