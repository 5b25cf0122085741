import type { AnyTx } from "../../../store/tx.ts";
import type { FriendNews } from "../model.ts";
import { listSubscribed } from "../store/devices.ts";
import { enqueueDelivery } from "./enqueue-delivery.ts";

interface Step extends Pick<FriendNews, "from" | "step"> {
  readonly to: string;
}

/** Tells who was asked to be a friend, or got yes for an answer. */
export async function noticeFriend(tx: AnyTx, { from, to, step }: Step): Promise<void> {
  const at = tx.services.clock.now();
  await enqueueDelivery(tx, await listSubscribed(tx, [to]), { kind: "friend", from, step, at });
}
