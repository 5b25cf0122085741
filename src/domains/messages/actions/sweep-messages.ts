import { idsFrom } from "../../../platform/ids.ts";
import type { Tx } from "../../../store/tx.ts";
import type { ChannelUpdated } from "../../conversations/index.ts";
import type { MessagesDeleted } from "../events.ts";
import { deleteAuthoredMessagesJob } from "../jobs.ts";
import type { AuthoredMessages } from "../store/authored-messages.ts";
import { deleteAuthoredMessages } from "./delete-authored-messages.ts";

/** Enough for most; whoever bans waits for them. */
const mostSteps = 10;

export interface MessageSweep {
  readonly serverId: string;
  readonly authorId: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Deletes what somebody wrote in a server since then. What is too much for one transaction goes afterwards. */
export async function sweepMessages(
  tx: Tx<typeof MessagesDeleted | typeof ChannelUpdated>,
  { serverId, authorId, since }: MessageSweep,
): Promise<void> {
  const before = idsFrom(tx.services.clock.now() + 1);
  let left: AuthoredMessages | undefined = { authorId, serverId, from: idsFrom(since), before };
  for (let step = 0; left && step < mostSteps; step++) left = await deleteAuthoredMessages(tx, left);
  if (left) await tx.enqueue(deleteAuthoredMessagesJob, left);
}
