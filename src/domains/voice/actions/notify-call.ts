import type { Tx } from "../../../declare/tx.ts";
import { type CallNotification, notifyUsers } from "../../accounts/index.ts";

interface CallRing extends Omit<CallNotification, "kind" | "at"> {
  /** The users whose devices ring, or stop ringing. */
  readonly to: readonly string[];
}

/** Rings the devices of users, or stops them ringing, whether or not the users are connected. */
export async function notifyCall(tx: Tx, { to, ...call }: CallRing): Promise<void> {
  const others = to.filter((id) => id !== call.by);
  await notifyUsers(tx, others, { kind: "call", ...call, at: tx.services.clock.now() });
}
