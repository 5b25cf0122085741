import { hook } from "../../declare/hook.ts";
import { type HookListener, on } from "../../declare/hook-listener.ts";
import type { AnyTx } from "../../declare/tx.ts";
import { AccountPurged } from "../accounts/index.ts";
import type { UserRow } from "./tables.ts";

/** An account got its user: listeners give the user roles and the community. */
export const UserCreated = hook<{
  readonly user: UserRow;
  /** To the questions of the community, in their order; an empty text for one that was left out. */
  readonly answers: readonly string[];
}>("UserCreated");

/** A user is wiped from the platform: listeners delete their rows of the user. */
export const UserDeleted = hook<{ userId: string }>("UserDeleted");

/** Listens to both ends of a user: their account is purged, or an operator wipes them. */
export function onUserEnd(run: (tx: AnyTx, userId: string) => Promise<void>): HookListener[] {
  return [AccountPurged, UserDeleted].map((hook) => on(hook, (tx, { userId }) => run(tx, userId)));
}
