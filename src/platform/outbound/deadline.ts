import { OutboundError, type OutboundReason } from "./port.ts";

/** Ends when the time is up, when the caller has lost interest, or at the latest when it is disposed of. */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #ended = Promise.withResolvers<never>();
  readonly #tidyUp = new DisposableStack();

  constructor(ms: number, caller?: AbortSignal) {
    // Whether anybody waits for it is up to the work.
    this.#ended.promise.catch(() => {});
    const timer = setTimeout(() => this.#end("too-slow", "took too long"), ms);
    this.#tidyUp.defer(() => clearTimeout(timer));
    const giveUp = () => this.#end("aborted", "not wanted any more");
    caller?.addEventListener("abort", giveUp);
    this.#tidyUp.defer(() => caller?.removeEventListener("abort", giveUp));
    if (caller?.aborted) giveUp();
  }

  /** Told to everything that holds a connection. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The outcome of the work, or why there is no time for it. */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#ended.promise]);
  }

  [Symbol.dispose](): void {
    this.#end("aborted", "over");
  }

  #end(reason: OutboundReason, why: string): void {
    if (this.signal.aborted) return;
    this.#tidyUp.dispose();
    const error = new OutboundError(reason, why);
    this.#ended.reject(error);
    this.#controller.abort(error);
  }
}
