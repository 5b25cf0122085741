import { hook } from "../../declare/hook.ts";
import type { UserRow } from "./tables.ts";

/** Higher domains give the user what is due to them, in the same transaction. */
export const UserCreated = hook<{
  readonly user: UserRow;
  /** To the questions of the community, in their order; an empty text for one that was left out. */
  readonly answers: readonly string[];
}>({
  name: "UserCreated",
  doc: "An account got its user.",
});

/** Higher domains delete their rows of the user in the same transaction. */
export const UserDeleted = hook<{ userId: string }>({
  name: "UserGone",
  doc: "A user is wiped from the platform: their memberships, conversations and messages are deleted.",
});
