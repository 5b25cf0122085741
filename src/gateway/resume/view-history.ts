import type { ViewChange } from "../../visibility/view-change.ts";
import type { VisibilityChange } from "../server-visibility.ts";
import type { TopicChange, ViewerRelation } from "../view.ts";
import { type AnnouncementPosition, isBefore, isMissed, type StreamPosition } from "./stream-position.ts";

export interface RelationChange {
  readonly other: string;
  readonly before: ViewerRelation | undefined;
  readonly after: ViewerRelation | undefined;
}

/** What one announcement changed in the view of one user. */
export interface PastChange extends AnnouncementPosition {
  /** Of the channels of servers: the user received these before the event. */
  readonly visibility: VisibilityChange[];
  /** Of the topics: these came after the event. */
  readonly topics: TopicChange[];
  readonly relations: RelationChange[];
  /** All changes of the announcement, if it ended sessions of the user. */
  changes?: readonly ViewChange[];
}

/**
 * How the view of a user has changed recently. The present view without these changes, from the newest to the oldest, is
 * what the user could see before them.
 */
export class ViewHistory {
  readonly #since: StreamPosition;
  #changes: PastChange[] = [];

  constructor(since: StreamPosition) {
    this.#since = since;
  }

  get last(): PastChange | undefined {
    return this.#changes.at(-1);
  }

  covers(from: StreamPosition): boolean {
    return !isBefore(from, this.#since);
  }

  /** The record of what an announcement changes. */
  at(position: AnnouncementPosition): PastChange {
    const { last } = this;
    if (last && last.commit === position.commit && last.index === position.index) return last;
    const change: PastChange = { ...position, visibility: [], topics: [], relations: [] };
    this.#changes.push(change);
    return change;
  }

  after(from: StreamPosition): readonly PastChange[] {
    return this.#changes.filter((change) => isMissed(change, from));
  }

  /** Forgets what happened up to a position, from which on nobody can resume any more. */
  forget(upTo: StreamPosition): void {
    const [oldest] = this.#changes;
    if (oldest && !isBefore(upTo, oldest))
      this.#changes = this.#changes.filter((change) => isBefore(upTo, change));
  }
}
