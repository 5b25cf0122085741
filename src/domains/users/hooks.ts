import { hook } from "../../declare/hook.ts";

export const FriendStep = hook<{
  /** Who took the step. */
  readonly from: string;
  readonly to: string;
  readonly step: "asked" | "accepted";
}>({
  name: "friend step",
  doc: "Somebody asked to be friends, or said yes to being asked.",
});

/** Whatever higher domains hold of the user goes in the same transaction. */
export const UserGone = hook<{ userId: string }>({
  name: "UserGone",
  doc: "A user is wiped from the platform: memberships, conversations and messages go.",
});
