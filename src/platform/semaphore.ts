/** Lets so many through at once; the others wait in line. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.acquire();
    if (turn) await turn;
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  /** The same by hand. Whoever has entered must leave; there is nothing to wait for where a place is free. */
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
