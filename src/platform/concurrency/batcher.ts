interface Waiting<T, R> {
  readonly item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

interface BatcherOptions {
  readonly maxSize: number;
  /** An item waits no longer than this for the batch before it, which then goes on next to its own. */
  readonly maxHoldMs: number;
}

/**
 * Works on what came while the batch before it ran, in batches. So an item that comes alone does not wait, and the more
 * come, the larger the batches are. The work returns one result for each item.
 */
export class Batcher<T, R> {
  readonly #work: (items: readonly T[]) => Promise<readonly R[]>;
  readonly #options: BatcherOptions;
  #waiting: Waiting<T, R>[] = [];
  /** The batch that holds up the next one. */
  #held: object | undefined;
  #timer: Timer | undefined;

  constructor(work: (items: readonly T[]) => Promise<readonly R[]>, options: BatcherOptions) {
    this.#work = work;
    this.#options = options;
  }

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#held) this.#limitHold();
      else void this.#run();
    });
  }

  async #run(): Promise<void> {
    const batch = this.#waiting.splice(0, this.#options.maxSize);
    this.#held = batch;
    if (this.#waiting.length > 0) this.#limitHold();
    try {
      const results = await this.#work(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as R);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.#release(batch);
  }

  #limitHold(): void {
    this.#timer ??= setTimeout(() => this.#release(this.#held), this.#options.maxHoldMs);
  }

  /** Lets the next batch run, unless another one has begun since. */
  #release(batch: object | undefined): void {
    if (this.#held !== batch) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#held = undefined;
    if (this.#waiting.length > 0) void this.#run();
  }
}
