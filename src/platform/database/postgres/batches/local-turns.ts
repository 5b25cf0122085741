import { KeyedSharedMutex } from "../../../concurrency/shared-mutex.ts";
import type { TakeMore, Turn, Turns } from "./turns.ts";

/**
 * The turns of a server that does not share its database. Its batches run one after another, so they need no turns of
 * their own, only those that they share.
 */
export class LocalTurns implements Turns {
  readonly #mutex = new KeyedSharedMutex();

  async runBatch<T>(turns: readonly Turn[], work: (takeMore: TakeMore) => Promise<T>): Promise<T> {
    const ends: (() => void)[] = [];
    const shared = new Set(turns.flatMap(({ shared }) => shared ?? []));
    // All in the same order, so that no two wait for each other.
    for (const key of [...shared].sort()) ends.push(await this.#mutex.acquire(key, "shared"));
    const takeMore = async (more: readonly Turn[]) =>
      more.filter(({ shared: key }) => {
        if (key === undefined || shared.has(key)) return true;
        const end = this.#mutex.tryAcquire(key, "shared");
        if (!end) return false;
        shared.add(key);
        return ends.push(end) > 0;
      });
    try {
      return await work(takeMore);
    } finally {
      for (const end of ends) end();
    }
  }

  async runAlone<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const ends: (() => void)[] = [];
    for (const key of keys.toSorted()) ends.push(await this.#mutex.acquire(key, "exclusive"));
    try {
      return await work();
    } finally {
      for (const end of ends) end();
    }
  }

  async tryTake(key: string): Promise<(() => void) | undefined> {
    return this.#mutex.tryAcquire(key, "exclusive");
  }

  async close(): Promise<void> {}
}
