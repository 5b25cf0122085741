/** Does something again and again, never twice at once, and not while it is stopping. */
export class Interval {
  readonly #timer: Timer;
  #beat: Promise<unknown> | undefined;

  constructor(everyMs: number, work: () => Promise<unknown>, onFailure: (error: unknown) => void) {
    this.#timer = setInterval(() => {
      this.#beat ??= work()
        .catch(onFailure)
        .finally(() => {
          this.#beat = undefined;
        });
    }, everyMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beat;
  }
}
