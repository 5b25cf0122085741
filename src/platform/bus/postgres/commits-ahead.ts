import type { Announcement } from "../../../visibility/announcement.ts";
import type { CommitPosition } from "../../database/port.ts";

export interface CommitAhead extends CommitPosition {
  readonly announcements: readonly Announcement[];
}

/** Further ones are read from the log. */
const maxKept = 500;

/** Keeps commits that have arrived before others that precede them. */
export class CommitsAhead {
  readonly #byPosition = new Map<number, CommitAhead>();

  get isEmpty(): boolean {
    return this.#byPosition.size === 0;
  }

  keep(ahead: CommitAhead): void {
    if (this.#byPosition.size < maxKept) this.#byPosition.set(ahead.position, ahead);
  }

  get(position: number): CommitAhead | undefined {
    return this.#byPosition.get(position);
  }

  delete(position: number): void {
    this.#byPosition.delete(position);
  }

  dropUpTo(position: number): void {
    for (const kept of this.#byPosition.keys()) if (kept <= position) this.#byPosition.delete(kept);
  }

  clear(): void {
    this.#byPosition.clear();
  }
}
