import { hook } from "../../store/hook.ts";

export const FriendshipChanged = hook<{
  /** Who took the step. */
  readonly from: string;
  readonly to: string;
  readonly step: "asked" | "accepted";
}>({
  name: "friend step",
  doc: "Somebody asked to be friends, or said yes to being asked.",
});

/** Whatever higher domains hold of the user goes in the same transaction. */
export const UserDeleted = hook<{ userId: string }>({
  name: "UserGone",
  doc: "A user is wiped from the platform: memberships, conversations and messages go.",
});
