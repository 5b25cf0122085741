import { hook } from "../../declare/hook.ts";

export const FriendshipChanged = hook<{
  /** The user who sent or accepted the friend request. */
  readonly from: string;
  readonly to: string;
  readonly step: "asked" | "accepted";
}>({
  name: "friend step",
  doc: "A user sent or accepted a friend request.",
});

/** Higher domains delete their rows of the user in the same transaction. */
export const UserDeleted = hook<{ userId: string }>({
  name: "UserGone",
  doc: "A user is wiped from the platform: their memberships, conversations and messages are deleted.",
});
