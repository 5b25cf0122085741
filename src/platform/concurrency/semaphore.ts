/** Runs a limited number of tasks at once; the others wait in the order of their arrival. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: number) {
    this.#free = slots;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const waiting = this.acquire();
    if (waiting) await waiting;
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** Takes a slot, at once if one is free; otherwise the promise resolves with the slot. Every slot must be released. */
  acquire(): Promise<void> | undefined {
    if (this.#free === 0) return new Promise<void>((go) => this.#waiting.push(go));
    this.#free -= 1;
    return undefined;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
