import type { WriteOptions } from "../../port.ts";

/** How many are remembered; what is done to others learns its turn while it runs. */
const maxSubjects = 20_000;

/**
 * Remembers which turns writes have asked for, so that later ones take them before they begin: a write that learns its
 * turn only while it runs may have to start again.
 */
export class KnownTurns {
  /** The one that was not used for the longest time is the first. */
  readonly #keys = new Map<string, string>();
  /** What was done by writes that have asked for a turn alone. */
  readonly #alone = new Set<string>();

  keyOf(subject: string): string | undefined {
    return this.#keys.get(subject);
  }

  /** The turn that a write will probably ask for alone. */
  expect({ action, subject }: NonNullable<WriteOptions["about"]>): string | undefined {
    return this.#alone.has(action) ? this.#keys.get(subject) : undefined;
  }

  note(subject: string, key: string): void {
    this.#keys.delete(subject);
    this.#keys.set(subject, key);
    if (this.#keys.size > maxSubjects)
      for (const first of this.#keys.keys()) return void this.#keys.delete(first);
  }

  noteAlone({ action, subject }: NonNullable<WriteOptions["about"]>, key: string): void {
    this.#alone.add(action);
    this.note(subject, key);
  }

  forget(subject: string): void {
    this.#keys.delete(subject);
  }
}
