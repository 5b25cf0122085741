type Mode = "shared" | "exclusive";

interface Waiting {
  readonly mode: Mode;
  go(): void;
}

/** Holders of one key: several that share it or one alone. Others wait in the order of their arrival. */
interface Holders {
  shared: number;
  isExclusive: boolean;
  readonly waiting: Waiting[];
}

/** For each key, lets several tasks run at once that share it, or one alone. */
export class KeyedSharedMutex {
  readonly #holders = new Map<string, Holders>();

  /** Resolves once the task may run; the result of `release` must be called at its end. */
  async acquire(key: string, mode: Mode): Promise<() => void> {
    const holders = this.#holdersOf(key);
    if (!this.#take(holders, mode)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      holders.waiting.push({ mode, go: resolve });
      await promise;
    }
    return () => this.#release(key, mode);
  }

  /** The same, if the task need not wait; otherwise undefined. */
  tryAcquire(key: string, mode: Mode): (() => void) | undefined {
    return this.#take(this.#holdersOf(key), mode) ? () => this.#release(key, mode) : undefined;
  }

  #holdersOf(key: string): Holders {
    const known = this.#holders.get(key);
    if (known) return known;
    const holders = { shared: 0, isExclusive: false, waiting: [] };
    this.#holders.set(key, holders);
    return holders;
  }

  #take(holders: Holders, mode: Mode): boolean {
    if (holders.waiting.length > 0 || !isFree(holders, mode)) return false;
    occupy(holders, mode);
    return true;
  }

  #release(key: string, mode: Mode): void {
    const holders = this.#holdersOf(key);
    if (mode === "shared") holders.shared -= 1;
    else holders.isExclusive = false;
    for (let next = holders.waiting[0]; next && isFree(holders, next.mode); next = holders.waiting[0]) {
      holders.waiting.shift();
      occupy(holders, next.mode);
      next.go();
    }
    if (isFree(holders, "exclusive")) this.#holders.delete(key);
  }
}

function isFree({ shared, isExclusive }: Holders, mode: Mode): boolean {
  return !isExclusive && (mode === "shared" || shared === 0);
}

function occupy(holders: Holders, mode: Mode): void {
  if (mode === "shared") holders.shared += 1;
  else holders.isExclusive = true;
}
