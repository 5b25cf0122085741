/** Knows when every request that came in has its answer. */
export class InFlight {
  #count = 0;
  #whenNone: (() => void) | undefined;

  async track(answer: Promise<Response>): Promise<Response> {
    this.#count += 1;
    try {
      return await answer;
    } finally {
      this.#count -= 1;
      if (this.#count === 0) this.#whenNone?.();
    }
  }

  /** Waits until there is none, but no longer than this. */
  none(patienceMs: number): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      this.#whenNone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
