import type { Services } from "./services.ts";

/**
 * A long-lived object that a domain owns, such as a cache, a semaphore or a connection. Every server opens its own
 * when it starts, and disposes of it when it stops if the object is disposable.
 */
export interface Resource<T extends object = object> {
  /** For error messages. */
  readonly name: string;
  open(services: Services): T;
}

export function resource<T extends object>(spec: Resource<T>): Resource<T> {
  return spec;
}

/** The opened resources of one server. */
export class Resources implements AsyncDisposable {
  readonly #opened = new Map<Resource, object>();
  readonly #disposables = new AsyncDisposableStack();

  /** Opens each in the given order: a resource may use those before it. */
  open(declared: readonly Resource[], services: Services): void {
    for (const spec of declared) {
      const opened: Partial<AsyncDisposable & Disposable> = spec.open(services);
      this.#opened.set(spec, opened);
      if (opened[Symbol.asyncDispose] ?? opened[Symbol.dispose]) this.#disposables.use(opened as Disposable);
    }
  }

  /** Throws if the resource is not open: no domain declares it, or its server has stopped. */
  get<T extends object>(spec: Resource<T>): T {
    const opened = this.#opened.get(spec);
    if (!opened) throw new Error(`the resource "${spec.name}" is not open`);
    return opened as T;
  }

  /** Disposes of the resources in reverse order. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#opened.clear();
    await this.#disposables.disposeAsync();
  }
}
