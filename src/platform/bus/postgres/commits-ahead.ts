import type { Announcement } from "../../../visibility/announcement.ts";
import type { CommitPosition } from "../../database/port.ts";

interface AnnouncedCommit {
  readonly commit: CommitPosition;
  readonly announcements: readonly Announcement[];
}

/** Further ones are read from the log. */
const maxKept = 500;

/** Keeps commits that have arrived before others that precede them. */
export class CommitsAhead {
  readonly #byPosition = new Map<number, AnnouncedCommit>();

  get isEmpty(): boolean {
    return this.#byPosition.size === 0;
  }

  keep(announced: AnnouncedCommit): void {
    if (this.#byPosition.size < maxKept) this.#byPosition.set(announced.commit.position, announced);
  }

  take(position: number): AnnouncedCommit | undefined {
    const announced = this.#byPosition.get(position);
    this.#byPosition.delete(position);
    return announced;
  }

  dropUpTo(position: number): void {
    for (const kept of this.#byPosition.keys()) if (kept <= position) this.#byPosition.delete(kept);
  }

  clear(): void {
    this.#byPosition.clear();
  }
}
