const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Handles requests to stop the process: the first signal requests a graceful stop, the second ends the process
 * immediately. The launcher sends a message instead, because it cannot know whether a signal that it received also
 * reached this process.
 */
export class StopSignals implements Disposable {
  readonly #requested = Promise.withResolvers<void>();
  #isRequested = false;
  #count = 0;

  /** Resolves with the first request. */
  get requested(): Promise<void> {
    return this.#requested.promise;
  }

  get isRequested(): boolean {
    return this.#isRequested;
  }

  /** Before this call and after disposal, a signal ends the process immediately. */
  catch(): void {
    for (const signal of signals) process.on(signal, this.#onSignal);
    process.on("message", this.#onMessage);
    // The launcher has ended, for whatever reason.
    process.on("disconnect", this.#request);
  }

  [Symbol.dispose](): void {
    for (const signal of signals) process.off(signal, this.#onSignal);
    process.off("message", this.#onMessage);
    process.off("disconnect", this.#request);
  }

  readonly #request = () => {
    this.#isRequested = true;
    this.#requested.resolve();
  };

  readonly #onSignal = () => {
    this.#count += 1;
    if (this.#count > 1) process.exit(1);
    this.#request();
  };

  readonly #onMessage = (message: unknown) => {
    if (message === "stop") this.#request();
  };
}
