import { hook } from "../../declare/hook.ts";
import type { UserRow } from "./tables.ts";

/** An account got its user: listeners give the user roles and the community. */
export const UserCreated = hook<{
  readonly user: UserRow;
  /** To the questions of the community, in their order; an empty text for one that was left out. */
  readonly answers: readonly string[];
}>("UserCreated");

/** A user is wiped from the platform: listeners delete their rows of the user. */
export const UserDeleted = hook<{ userId: string }>("UserDeleted");
