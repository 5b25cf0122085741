import type { OutgoingEvent } from "../codec.ts";
import type { TopicChange, ViewerRelation } from "../view.ts";

type Relation = ViewerRelation | undefined;

/** What one announcement changed in the view of one user. */
export interface PastChange {
  readonly position: number;
  /** What the user received, if channels of servers became visible or invisible. */
  events?: readonly OutgoingEvent[];
  readonly topics: TopicChange[];
  readonly relations: { readonly other: string; readonly before: Relation; readonly after: Relation }[];
}

/**
 * The recent changes of the view of a user. Undoing them on the present view, newest first, gives the view that the user
 * had before them.
 */
export class ViewHistory {
  /** The history is complete from this position on. */
  readonly since: number;
  #changes: PastChange[] = [];

  constructor(since: number) {
    this.since = since;
  }

  get last(): PastChange | undefined {
    return this.#changes.at(-1);
  }

  /** The record of what the announcement at a position changes. */
  at(position: number): PastChange {
    if (this.last?.position === position) return this.last;
    const change: PastChange = { position, topics: [], relations: [] };
    this.#changes.push(change);
    return change;
  }

  after(from: number): PastChange[] {
    return this.#changes.filter(({ position }) => position > from);
  }

  /** Forgets the changes up to a position that no client can resume from before. */
  forget(upTo: number): void {
    if (this.#changes[0] && this.#changes[0].position <= upTo) this.#changes = this.after(upTo);
  }
}
