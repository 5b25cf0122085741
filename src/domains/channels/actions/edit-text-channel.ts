import type { Tx } from "../../../declare/tx.ts";
import { releaseFile } from "../../files/index.ts";
import { ChannelUpdated } from "../events.ts";
import type { ChannelEdit, ChannelField, PartialChannel, TextChannel } from "../model.ts";
import { type PlannedChannelEdit, planChannelEdit } from "../rules/channel-edit.ts";
import { updateChannel } from "../store/channels.ts";
import { shortenSlowmodes } from "../store/slowmodes.ts";
import { readTextChannel } from "../store/text-channels.ts";
import type { ChannelRow } from "../tables.ts";
import { claimIcon } from "./edit-group.ts";

interface EditedChannel extends PlannedChannelEdit {
  readonly channel: TextChannel;
}

/** Edits a channel of a server; undefined if nothing changes. */
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
  if (slowmode !== undefined) await shortenSlowmodes(tx, id, slowmode ?? 0);
  if (plan.before.icon) await releaseFile(tx, plan.before.icon._id);
  return { ...plan, channel: await emitChannelUpdate(tx, id, () => plan) };
}

interface ChannelChange {
  readonly data: PartialChannel;
  readonly clear?: ChannelField[];
}

/** Emits ChannelUpdated for a channel of a server to its viewers, and returns the channel as it is now. */
export async function emitChannelUpdate(
  tx: Tx<typeof ChannelUpdated>,
  id: string,
  changeOf: (after: TextChannel) => ChannelChange,
): Promise<TextChannel> {
  const after = await readTextChannel(tx, id);
  const { data, clear = [] } = changeOf(after);
  tx.emit(ChannelUpdated, { id, data, clear }, after);
  return after;
}
