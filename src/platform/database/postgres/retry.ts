import { Semaphore } from "../../concurrency/semaphore.ts";

const freeAttempts = 4;
const maxAttempts = 100;

/**
 * Repeats work that failed because it conflicted with other work. After a few attempts the work is queued and repeated
 * one at a time: then it conflicts only with new work, which is queued behind it if it fails, so that all work ends.
 */
export class Retry {
  readonly #queue = new Semaphore(1);
  readonly #isConflict: (error: unknown) => boolean;
  readonly #onRetry: () => void;

  /** `onRetry` is called before each further attempt. */
  constructor(isConflict: (error: unknown) => boolean, onRetry: () => void) {
    this.#isConflict = isConflict;
    this.#onRetry = onRetry;
  }

  async run<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await this.#tryUpTo(freeAttempts, attempt);
    } catch (error) {
      if (!this.#isConflict(error)) throw error;
      this.#onRetry();
      return this.#queue.run(() => this.#tryUpTo(maxAttempts, attempt));
    }
  }

  async #tryUpTo<T>(limit: number, attempt: () => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt();
      } catch (error) {
        if (attempts >= limit || !this.#isConflict(error)) throw error;
        this.#onRetry();
        await Bun.sleep(Math.random() * Math.min(2 ** attempts, 50));
      }
    }
  }
}
