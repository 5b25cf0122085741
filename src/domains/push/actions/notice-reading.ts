import type { AnyTx } from "../../../store/tx.ts";
import { listBadged } from "../store/badges.ts";
import { enqueueDelivery } from "./enqueue-delivery.ts";

interface Reading {
  readonly userId: string;
  readonly sessionId: string | undefined;
}

/** Lets the other devices of who has read something show what is left, if they show a number that may be too high. */
export async function noticeReading(tx: AnyTx, { userId, sessionId }: Reading): Promise<void> {
  const badged = await listBadged(tx, userId);
  const others = badged.filter((id) => id !== sessionId);
  await enqueueDelivery(tx, others, { kind: "badge" });
}
