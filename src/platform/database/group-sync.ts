/**
 * Lets commits that come close together share one wait for the disk. `settled` callbacks run in the order in
 * which `after` was called, each once a sync that began after that call has finished.
 */
export class GroupSync {
  readonly #sync: () => Promise<void>;
  #waiting: Waiter[] = [];
  #running: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();
  #broken: { readonly error: unknown } | undefined;

  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /** Throws once a sync has failed. */
  assertSound(): void {
    if (this.#broken) throw this.#broken.error;
  }

  async after(settled: () => void): Promise<void> {
    this.assertSound();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ settled, resolve, reject });
    this.#last = promise;
    this.#running ??= this.#run();
    return promise;
  }

  /** Resolves when all that wait now have been settled, without asking for a sync of its own. */
  settled(): Promise<void> {
    return this.#last;
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  /** At once, if nothing is being synced. */
  whenIdle(go: () => void): void {
    if (this.#running) void this.#running.then(go);
    else go();
  }

  async #run(): Promise<void> {
    // Whoever comes in the same moment is part of the first group.
    await undefined;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        await this.#sync();
      } catch (error) {
        // After a failed sync the kernel may have dropped the pages: nothing later can be trusted either.
        this.#broken = { error };
        for (const waiter of [...group, ...this.#waiting]) waiter.reject(error);
        this.#waiting = [];
        break;
      }
      for (const { settled, resolve, reject } of group) {
        try {
          settled();
          resolve();
        } catch (error) {
          reject(error);
        }
        if (group.length > 1) await letAnswerOut();
      }
    }
    this.#running = undefined;
  }
}

/**
 * Whoever waited is answered before the next one's news goes out: a client that hears what is new first, and then an
 * answer from before it, would believe the older. As many steps as an answer takes on its way out, and some more.
 */
async function letAnswerOut(): Promise<void> {
  for (let step = 0; step < 40; step++) await undefined;
}

interface Waiter {
  readonly settled: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
