import { resource } from "../../declare/resource.ts";
import { Semaphore } from "../../platform/concurrency/semaphore.ts";

/** Lets the setup page ask the program for a restart, after which the keys that it has stored hold. */
export class Restart {
  readonly #requested = Promise.withResolvers<void>();
  /** Whether whoever runs the server listens. */
  isPossible = false;

  get requested(): Promise<void> {
    return this.#requested.promise;
  }

  request(): void {
    this.#requested.resolve();
  }
}

/** One setup at a time writes its keys: whoever fails puts back those before. */
export const setupTurns = resource({ name: "turns of setups", open: () => new Semaphore(1) });

export const restart = resource({ name: "restart", open: () => new Restart() });
