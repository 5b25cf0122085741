import type { Tx } from "../../../store/tx.ts";
import { listSubscribed } from "../store/devices.ts";
import { enqueueDelivery } from "./enqueue-delivery.ts";

export interface Call {
  readonly channelId: string;
  /** Who began it, or who ended it. */
  readonly by: string;
  /** Who is rung, or rung no more; users. */
  readonly to: readonly string[];
  /** When it began; null once it has ended. */
  readonly startedAt: number | null;
  readonly ended: boolean;
}

/** Rings people's devices, or lets them fall silent, whether or not they are connected. */
export async function pushCall(tx: Tx, { channelId, by, to, startedAt, ended }: Call): Promise<void> {
  const others = to.filter((id) => id !== by);
  const at = tx.services.clock.now();
  const news = { kind: "call" as const, channel: channelId, by, startedAt, ended, at };
  await enqueueDelivery(tx, await listSubscribed(tx, others), news);
}
