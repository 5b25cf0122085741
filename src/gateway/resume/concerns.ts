import type { ViewChange } from "../../visibility/view-change.ts";
import type { View } from "../view.ts";

/** Changes that give or take nobody the view of anything. */
const withoutTopics: ReadonlySet<string> = new Set<ViewChange["kind"]>([
  "message sent",
  "participant changed",
  "participant left",
  "visibility",
]);

/** Whether a change decides what somebody receives. */
export function decidesTopics({ kind }: ViewChange): boolean {
  return !withoutTopics.has(kind);
}

/**
 * Whether a change may have been one of the view of this user, of which only the present is known. What is gone for all
 * may have been in it.
 */
export function mayConcern(change: ViewChange, view: View): boolean {
  switch (change.kind) {
    case "relation":
    case "server joined":
    case "server left":
    case "logged out":
      return change.user === view.userId;
    case "conversation opened":
      return change.users.includes(view.userId) || view.isInConversation(change.conversation.id);
    case "recipient joined":
    case "recipient left":
      return change.user === view.userId || view.isInConversation(change.channel);
    case "group changed":
      return view.isInConversation(change.channel);
    case "channel gone":
    case "server gone":
    case "user wiped":
      return true;
    default:
      return "server" in change && view.isIn(change.server);
  }
}
