import type { Resource } from "../declare/resource.ts";
import type { OpenedResources } from "../declare/services.ts";

/** The opened resources of one server. */
export class Resources implements OpenedResources, AsyncDisposable {
  readonly #opened = new Map<Resource, object>();
  readonly #disposables = new AsyncDisposableStack();

  /** Opens each in the given order: a resource may use those before it. */
  open(declared: readonly Resource[], services: object): void {
    for (const spec of declared) {
      const opened: Partial<AsyncDisposable & Disposable> = spec.open(services as never);
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
