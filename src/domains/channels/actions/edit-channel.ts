import type { Tx } from "../../../declare/tx.ts";
import { canSetOverride } from "../../../permissions/granting.ts";
import { recordAudit } from "../../audit/index.ts";
import type { ChannelUpdated } from "../events.ts";
import type { Channel, ChannelEdit, Group } from "../model.ts";
import { isEmptyEdit } from "../rules/channel-edit.ts";
import type { ChannelRow } from "../tables.ts";
import { editGroup } from "./edit-group.ts";
import { editTextChannel } from "./edit-text-channel.ts";
import type { ChannelAccess } from "./require-channel.ts";

type EditTx = Tx<
  typeof ChannelUpdated,
  "NotFound" | "InvalidOperation" | "NotOwner" | "NotInGroup" | "CannotGiveMissingPermissions"
>;

interface ChannelEditRequest {
  readonly edit: ChannelEdit;
  readonly editor: string;
  readonly reason: string | undefined;
}

/** Edits a group or a channel of a server whose row is locked; returns the channel as it is then. */
export async function editChannel(
  tx: EditTx,
  { row, channel, permissions }: ChannelAccess<ChannelRow>,
  { edit, editor, reason }: ChannelEditRequest,
): Promise<Channel> {
  if (isEmptyEdit(edit)) return channel;
  if (channel.channel_type === "Group") {
    assertTransferable(tx, channel, { from: editor, to: edit.owner });
    return editGroup(tx, { row, channel }, { edit, editor });
  }
  if (edit.owner !== undefined || channel.channel_type !== "TextChannel") throw tx.fail("InvalidOperation");
  // Removing the default override allows again what it denied, which is a grant.
  const removesOverride = edit.remove?.includes("DefaultPermissions");
  if (removesOverride && !canSetOverride(permissions, channel.default_permissions, { a: 0, d: 0 }))
    throw tx.fail("CannotGiveMissingPermissions");
  const edited = await editTextChannel(tx, row, { edit, editor });
  if (!edited) return channel;
  const { before, data: after } = edited;
  const action = { type: "ChannelEdit", channel: channel._id, before, after } as const;
  await recordAudit(tx, { server: channel.server, by: editor, reason, action });
  return edited.channel;
}

/** Only its owner transfers a group, and only to one of its recipients. */
function assertTransferable(
  tx: EditTx,
  { owner, recipients }: Group,
  { from, to }: { from: string; to: string | undefined },
): void {
  if (to === undefined) return;
  if (owner !== from) throw tx.fail("NotOwner");
  if (!recipients.includes(to)) throw tx.fail("NotInGroup");
}
