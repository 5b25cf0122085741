import type { Tx } from "../../../store/tx.ts";
import {
  type ChannelEdit,
  type ChannelRow,
  type ChannelUpdated,
  claimIcon,
  type PlannedChannelEdit,
  planChannelEdit,
  type TextChannel,
  updateChannel,
} from "../../conversations/index.ts";
import { releaseFile } from "../../files/index.ts";
import { SlowmodeChanged } from "../hooks.ts";
import { emitChannelUpdate } from "./emit-channel-update.ts";

export interface EditedChannel extends PlannedChannelEdit {
  readonly channel: TextChannel;
}

/** Changes a channel of a server as the editor wishes; undefined where it is like that already. */
export async function editTextChannel(
  tx: Tx<typeof ChannelUpdated, "NotFound">,
  row: ChannelRow,
  { edit, editor }: { edit: ChannelEdit; editor: string },
): Promise<EditedChannel | undefined> {
  const { id } = row;
  const icon = await claimIcon(tx, edit.icon, { by: id, uploader: editor });
  const plan = planChannelEdit(row, edit, icon);
  if (Object.keys(plan.changes).length === 0) return undefined;
  await updateChannel(tx, id, plan.changes);
  const { slowmode } = plan.changes;
  if (slowmode !== undefined) await tx.raise(SlowmodeChanged, { channelId: id, seconds: slowmode ?? 0 });
  if (plan.before.icon) await releaseFile(tx, plan.before.icon._id);
  return { ...plan, channel: await emitChannelUpdate(tx, id, () => plan) };
}
