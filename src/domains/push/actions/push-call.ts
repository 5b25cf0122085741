import type { Tx } from "../../../declare/tx.ts";
import { findAnyChannel } from "../../channels/index.ts";
import { enqueueDelivery } from "./enqueue-delivery.ts";
import { findWilling } from "./find-willing.ts";

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
  const channel = await findAnyChannel(tx, channelId);
  if (!channel) return;
  const others = to.filter((id) => id !== by);
  const sessions = await findWilling(tx, others, { channel, by, isMentioned: () => true });
  const at = tx.services.clock.now();
  await enqueueDelivery(tx, sessions, { kind: "call", channel: channelId, by, startedAt, ended, at });
}
