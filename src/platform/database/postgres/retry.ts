import { Semaphore } from "../../semaphore.ts";

const freeAttempts = 4;
const maxAttempts = 100;

/**
 * Repeats work that lost against other work. After a few attempts it goes on in a line, one at a time: then it
 * only competes with newcomers, who queue up behind it when they lose, so that everybody's turn comes.
 */
export class Retry {
  readonly #line = new Semaphore(1);
  readonly #isConflict: (error: unknown) => boolean;

  constructor(isConflict: (error: unknown) => boolean) {
    this.#isConflict = isConflict;
  }

  async run<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await this.#tryUpTo(freeAttempts, attempt);
    } catch (error) {
      if (!this.#isConflict(error)) throw error;
      return this.#line.run(() => this.#tryUpTo(maxAttempts, attempt));
    }
  }

  async #tryUpTo<T>(most: number, attempt: () => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt();
      } catch (error) {
        if (attempts >= most || !this.#isConflict(error)) throw error;
        await Bun.sleep(Math.random() * Math.min(2 ** attempts, 50));
      }
    }
  }
}
