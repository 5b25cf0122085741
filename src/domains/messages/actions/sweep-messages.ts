import type { Tx } from "../../../declare/tx.ts";
import { idsFrom } from "../../../platform/ids.ts";
import type { ChannelUpdated } from "../../channels/index.ts";
import type { MessagesDeleted } from "../events.ts";
import { deleteWritingsLeft } from "../jobs.ts";
import { deleteWritings } from "./delete-writings.ts";

export interface Sweep {
  readonly serverId: string;
  readonly authorId: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Deletes what somebody wrote in a server since then. What is too much for one transaction goes afterwards. */
export async function sweepMessages(
  tx: Tx<typeof MessagesDeleted | typeof ChannelUpdated>,
  { serverId, authorId, since }: Sweep,
): Promise<void> {
  const left = await deleteWritings(tx, { authorId, serverId, from: idsFrom(since) });
  if (left) await tx.enqueue(deleteWritingsLeft, left);
}
