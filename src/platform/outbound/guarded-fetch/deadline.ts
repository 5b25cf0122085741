import { OutboundError, type OutboundReason } from "../port.ts";

/** Ends on timeout, when the caller aborts, or at the latest when it is disposed of. */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #ended = Promise.withResolvers<never>();
  readonly #cleanUp = new DisposableStack();

  constructor(ms: number, caller?: AbortSignal) {
    // No work may be racing it when it ends.
    this.#ended.promise.catch(() => {});
    const timer = setTimeout(() => this.#end("timeout", "took too long"), ms);
    this.#cleanUp.defer(() => clearTimeout(timer));
    const abort = () =>
      caller?.reason instanceof DOMException && caller.reason.name === "TimeoutError"
        ? this.#end("timeout", "took too long")
        : this.#end("aborted", "the caller aborted the request");
    caller?.addEventListener("abort", abort);
    this.#cleanUp.defer(() => caller?.removeEventListener("abort", abort));
    if (caller?.aborted) abort();
  }

  /** Aborts the connections. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Resolves as the work does, or rejects when the deadline ends before. */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#ended.promise]);
  }

  [Symbol.dispose](): void {
    this.#end("aborted", "the request is over");
  }

  #end(reason: OutboundReason, message: string): void {
    if (this.signal.aborted) return;
    this.#cleanUp.dispose();
    const error = new OutboundError(reason, message);
    this.#ended.reject(error);
    this.#controller.abort(error);
  }
}
