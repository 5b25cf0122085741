import { type AccessContext, target } from "../../../declare/target.ts";
import { type ChannelAccess, holdsChannelPermission, loadChannelAccess } from "../../channels/index.ts";
import { findMessage } from "../store/messages.ts";
import { lockMessage } from "../store/reactions.ts";
import type { MessageRow } from "../tables.ts";

/** A message, and the permissions that the caller has in its channel. */
export interface MessageAccess extends ChannelAccess {
  readonly message: MessageRow;
}

/** The message that two path parameters name. Permissions in its channel are checked before it is loaded. */
export function messageTarget<const C extends string, const M extends string>(
  channelParam: C,
  messageParam: M,
) {
  return target({
    kind: "message",
    params: [channelParam, messageParam],
    load: (context, params) => loadChannelAccess(context, params[channelParam]),
    holds: holdsChannelPermission,
    complete: (context, access: ChannelAccess, params) => withMessage(context, access, params[messageParam]),
    lock: (tx, { message }: MessageAccess) => lockMessage(tx, message),
  });
}

/** The same, loaded before permissions are checked, where these depend on who wrote the message. */
export function authoredMessageTarget<const C extends string, const M extends string>(
  channelParam: C,
  messageParam: M,
) {
  return target({
    kind: "message",
    params: [channelParam, messageParam],
    load: async (context, params) =>
      withMessage(context, await loadChannelAccess(context, params[channelParam]), params[messageParam]),
    holds: holdsChannelPermission,
  });
}

async function withMessage(
  { db, fail }: AccessContext,
  access: ChannelAccess,
  id: string,
): Promise<MessageAccess> {
  const message = await findMessage(db, access.row.id, id);
  if (!message) throw fail("NotFound");
  return { ...access, message };
}
