import { hook } from "../../declare/hook.ts";

/** Whatever higher domains hold of the user goes in the same transaction. */
export const UserGone = hook<{ userId: string }>({
  name: "UserGone",
  doc: "A user is wiped from the platform: memberships, conversations and messages go.",
});
