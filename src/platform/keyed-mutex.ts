import { Semaphore } from "./semaphore.ts";

/** A line for each name, in which work waits for its turn. */
export class KeyedMutex {
  readonly #lines = new Map<string, { readonly semaphore: Semaphore; members: number }>();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(name) ?? { semaphore: new Semaphore(1), members: 0 };
    this.#lines.set(name, line);
    line.members += 1;
    try {
      return await line.semaphore.run(work);
    } finally {
      line.members -= 1;
      if (line.members === 0) this.#lines.delete(name);
    }
  }
}
