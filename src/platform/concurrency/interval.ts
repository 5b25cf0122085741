/** Runs work periodically, never twice at once, and not after it was stopped. */
export class Interval {
  readonly #timer: Timer;
  #current: Promise<unknown> | undefined;

  constructor(everyMs: number, work: () => Promise<unknown>, onFailure: (error: unknown) => void) {
    this.#timer = setInterval(() => {
      this.#current ??= work()
        .catch(onFailure)
        .finally(() => {
          this.#current = undefined;
        });
    }, everyMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#current;
  }
}
