import type { Tx } from "../../../declare/tx.ts";
import { idsFrom } from "../../../platform/ids/ids.ts";
import type { ChannelUpdated } from "../../channels/index.ts";
import type { MessagesDeleted } from "../events.ts";
import { deleteAuthoredMessagesJob } from "../jobs.ts";
import type { AuthoredMessages } from "../store/authored-messages.ts";
import { deleteAuthoredMessages } from "./delete-authored-messages.ts";

/** Enough for most authors; the request that bans waits for them. */
const maxSteps = 10;

interface MessageSweep {
  readonly serverId: string;
  readonly authorId: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Deletes the messages of an author in a server since a time. A job deletes those beyond one transaction. */
export async function sweepMessages(
  tx: Tx<typeof MessagesDeleted | typeof ChannelUpdated>,
  { serverId, authorId, since }: MessageSweep,
): Promise<void> {
  const before = idsFrom(tx.services.clock.now() + 1);
  let left: AuthoredMessages | undefined = { authorId, serverId, from: idsFrom(since), before };
  for (let step = 0; left && step < maxSteps; step++) left = await deleteAuthoredMessages(tx, left);
  if (left) await tx.enqueue(deleteAuthoredMessagesJob, left);
}
