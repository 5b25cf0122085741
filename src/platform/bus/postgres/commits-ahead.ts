import type { Announcement, Topic } from "../../../visibility/announcement.ts";
import type { CommitPosition } from "../../database/port.ts";

export interface CommitAhead {
  readonly commit: CommitPosition;
  /** The topics that it is on, if it concerns nobody else. */
  readonly topics?: readonly Topic[] | undefined;
  /** Absent if only its position has arrived. */
  readonly announcements?: (() => readonly Announcement[] | undefined) | undefined;
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
    const { position } = ahead.commit;
    const known = this.#byPosition.get(position);
    if (known ? !known.announcements : this.#byPosition.size < maxKept) this.#byPosition.set(position, ahead);
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
