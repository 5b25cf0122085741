import type { SessionCaller } from "../declare/route.ts";
import { findUser } from "../domains/users/index.ts";
import { fail } from "../protocol/error.ts";
import { recordOperatorAction } from "../store/operator-actions.ts";
import type { Store } from "../store/store.ts";
import type { AnyTx } from "../store/tx.ts";
import type { CallInput } from "./authorize.ts";

/**
 * Runs the handler in a transaction that also records what the operator does. It reads the privilege of the caller
 * again: of two operators who take it from each other at once, one keeps it.
 */
export function createRecordingHandler(
  action: string,
  write: Store["write"],
  run: (tx: AnyTx, call: CallInput) => Promise<unknown>,
): (call: CallInput) => Promise<unknown> {
  return (call) => {
    const { userId } = call.caller as SessionCaller;
    const { target = null, ...others } = call.params;
    const details = { ...others, ...(call.body as object | undefined) };
    return write(async (tx) => {
      if ((await findUser(tx, userId))?.privileged !== 1) throw fail("NotPrivileged");
      const reply = await run(tx, call);
      await recordOperatorAction(tx, { source: "admin", actor: userId, action, target, details });
      return reply;
    });
  };
}
