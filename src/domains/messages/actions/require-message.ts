import { type ChannelAccess, requireChannel } from "../../channels/index.ts";
import { findMessage } from "../store/messages.ts";
import type { MessageRow } from "../tables.ts";

type LookAtChannel = Parameters<typeof requireChannel>;

/** Where a message is, by the names that the paths of routes give it. */
export interface MessagePath {
  readonly target: string;
  readonly msg: string;
}

export interface MessageAccess {
  readonly access: ChannelAccess;
  readonly message: MessageRow;
}

/** A message that exists, in a channel in which the caller holds a permission. */
export async function requireMessage(
  context: LookAtChannel[0],
  { target, msg }: MessagePath,
  permission: LookAtChannel[2],
): Promise<MessageAccess> {
  const access = await requireChannel(context, target, permission);
  const message = await findMessage(context.db, target, msg);
  if (!message) throw context.fail("NotFound");
  return { access, message };
}
