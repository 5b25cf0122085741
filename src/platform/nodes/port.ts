import type { Announcement } from "../../visibility/announcement.ts";
import type { PresenceEntry } from "../presence/port.ts";

/** A change of a user's presence on the node that reports it. */
export interface PresenceChange {
  readonly user: string;
  /** Null once the user is gone from the node. */
  readonly entry: PresenceEntry | null;
  /** The event for those who see the user, if this change makes the user appear online or offline. */
  readonly announcement?: Announcement;
}

/** What the log has at the position of a commit. */
interface CommitContent {
  readonly mark: number;
  readonly announcements: readonly Announcement[];
}

/** What nodes tell each other besides the log of commits. */
export type NodeMessage =
  /** There is a new commit in the log. A link may omit its content. */
  | { readonly kind: "commit"; readonly position: number; readonly content?: CommitContent }
  /** An announcement that belongs to no commit. Its node had delivered the commits up to the position before. */
  | { readonly kind: "announcement"; readonly announcement: Announcement; readonly after: number }
  | {
      readonly kind: "presence";
      readonly changes: readonly PresenceChange[];
      /** Present if these are all users of the node. */
      readonly isComplete?: true;
    }
  /** Shows the node itself that its link works. */
  | { readonly kind: "check" };

/**
 * Carries messages between the nodes of a cluster, those of one node in their order. A message may be lost with a
 * connection; the receivers learn of it through `onLoss`, as soon as messages arrive again.
 */
export interface NodeLink extends AsyncDisposable {
  /** Sends to all other nodes, soon. */
  send(message: NodeMessage): void;
  onMessage(listener: (from: string, message: NodeMessage) => void): void;
  onLoss(listener: () => void): void;
  /** Whether commits travel with their content at present. */
  readonly carriesContent: boolean;
  /** Forgets a node that is gone. */
  forget(node: string): void;
}

/** The other nodes of a cluster, as far as this one knows. */
export interface OtherNodes {
  /**
   * Records a node that has sent something, so that its end is reported even if it was never listed among the others.
   */
  expect(id: string): void;
  /** Calls back when a node has stopped, or has not reported for too long. */
  onLeave(listener: (id: string) => void): void;
}

/** What the nodes report of the users who are connected to them. */
export interface ReportedPresence {
  report(change: PresenceChange): void;
  /** What the other nodes have reported, by node and user. */
  load(): Promise<Map<string, Map<string, PresenceEntry>>>;
}
