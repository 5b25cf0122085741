import { Semaphore } from "../../semaphore.ts";

const freeAttempts = 4;
const maxAttempts = 100;

/**
 * Repeats work that failed because it conflicted with other work. After a few attempts the work is queued and repeated
 * one at a time: then it conflicts only with new work, which is queued behind it if it fails, so that all work ends.
 */
export class Retry {
  readonly #queue = new Semaphore(1);
  readonly #isConflict: (error: unknown) => boolean;

  constructor(isConflict: (error: unknown) => boolean) {
    this.#isConflict = isConflict;
  }

  async run<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await this.#tryUpTo(freeAttempts, attempt);
    } catch (error) {
      if (!this.#isConflict(error)) throw error;
      return this.#queue.run(() => this.#tryUpTo(maxAttempts, attempt));
    }
  }

  async #tryUpTo<T>(limit: number, attempt: () => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt();
      } catch (error) {
        if (attempts >= limit || !this.#isConflict(error)) throw error;
        await Bun.sleep(Math.random() * Math.min(2 ** attempts, 50));
      }
    }
  }
}
