import type { Announcement } from "../../../src/visibility/announcement.ts";

/** A commit as the log in PostgreSQL has it. */
export interface Commit {
  readonly position: number;
  readonly announcements: readonly Announcement[];
}

/** A 2xx response, a 4xx response, or neither: the call may or may not have had its effect. */
export type Outcome = "acknowledged" | "refused" | "unknown";

/** A call that changes something. */
export interface Write {
  /** What the log holds once for each time that the call had its effect; see `evidenceIn`. */
  readonly evidence: string;
  readonly outcome: Outcome;
}

/** A message as the database has it. */
export interface StoredMessage {
  readonly channel: string;
  readonly id: string;
}

/** One connection of a viewer to the event stream, from its Ready to its end. */
export interface ConnectionRecord {
  readonly name: string;
  readonly user: string;
  readonly node: number;
  /** The last position that was known to be committed before the connection opened. */
  readonly committed: number;
  /** What Ready says, as `describeReady` puts it. */
  readonly ready: string;
  /** The events of commits since Ready, in order, as `keyOf` puts them. */
  readonly events: readonly string[];
  /** Times in milliseconds of one clock. */
  readonly readyAt: number;
  readonly endedAt?: number;
  /** Absent while the connection is open. */
  readonly end?: "left" | number;
}

/** Something that was done to the cluster. */
export interface Fault {
  readonly kind: string;
  readonly node?: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Whether the node could not read the log for longer than it may, so that it must close its streams. */
  readonly mustClose?: boolean;
}

/** All that happened, as far as the checker needs it. */
export interface History {
  readonly commits: readonly Commit[];
  /** Positions that became visible after a higher one had been read. */
  readonly late: readonly number[];
  readonly writes: readonly Write[];
  readonly messages: readonly StoredMessage[];
  readonly connections: readonly ConnectionRecord[];
  readonly faults: readonly Fault[];
}

export interface Violation {
  readonly rule: string;
  readonly text: string;
  /** The part of the history that shows it. */
  readonly excerpt: readonly string[];
}
