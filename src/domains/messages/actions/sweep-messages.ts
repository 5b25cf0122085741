import type { Tx } from "../../../declare/tx.ts";
import { idsFrom } from "../../../platform/ids.ts";
import type { ChannelUpdated } from "../../channels/index.ts";
import type { MessagesDeleted } from "../events.ts";
import { deleteWritingsLeft } from "../jobs.ts";
import type { Writings } from "../store/writings.ts";
import { deleteWritings } from "./delete-writings.ts";

/** Enough for most; whoever bans waits for them. */
const mostSteps = 10;

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
  const before = idsFrom(tx.services.clock.now() + 1);
  let left: Writings | undefined = { authorId, serverId, from: idsFrom(since), before };
  for (let step = 0; left && step < mostSteps; step++) left = await deleteWritings(tx, left);
  if (left) await tx.enqueue(deleteWritingsLeft, left);
}
