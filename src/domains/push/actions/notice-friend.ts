import type { AnyTx } from "../../../declare/tx.ts";
import type { FriendNews } from "../model.ts";
import { listSubscribed } from "../store/devices.ts";
import { enqueueDelivery } from "./enqueue-delivery.ts";

interface Step extends Pick<FriendNews, "from" | "step"> {
  readonly to: string;
}

/** Tells who was asked to be a friend, or got yes for an answer, unless they are there and see it. */
export async function noticeFriend(tx: AnyTx, { from, to, step }: Step): Promise<void> {
  const { presence, clock } = tx.services;
  if (presence.isListening(to)) return;
  const devices = await listSubscribed(tx, [to]);
  const sessions = devices.map(({ sessionId }) => sessionId);
  await enqueueDelivery(tx, sessions, { kind: "friend", from, step, at: clock.now() });
}
