import { fail } from "../declare/error.ts";
import type { Route, SessionCaller } from "../declare/route.ts";
import { type DeletionTarget, listDeletedItems, recordOperatorAction } from "../domains/operators/index.ts";
import { findUser } from "../domains/users/index.ts";
import type { Store } from "../store/store.ts";
import type { CallInput } from "./authorize.ts";

type Write = Store["write"];

/**
 * Writes for a call of a route that `records` an action of an operator: the transaction inserts its row too. It reads
 * the privilege of the caller again: if two operators revoke it from each other at the same time, one of them keeps
 * it.
 */
export function recordingWrite(
  { action, deletes }: { readonly action: string } & Pick<Route, "deletes">,
  write: Write,
  call: CallInput,
): Write {
  const { userId } = call.caller as SessionCaller;
  const { target = null, ...others } = call.params;
  const details = { ...others, ...(call.query as object | undefined), ...(call.body as object | undefined) };
  return (work, options) =>
    write(async (tx) => {
      if ((await findUser(tx, userId))?.privileged !== 1) throw fail("NotPrivileged");
      const deleted = deletes && target !== null && (await listDeletedItems(tx, targetOf(deletes, target)));
      const result = await work(tx);
      const recorded = { ...details, ...(deleted && { deleted }) };
      await recordOperatorAction(tx, { source: "admin", actor: userId, action, target, details: recorded });
      return result;
    }, options);
}

function targetOf(kind: "user" | "server", id: string): DeletionTarget {
  return kind === "user" ? { userId: id } : { serverId: id };
}
