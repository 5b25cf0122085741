import type { Tx } from "../../../store/tx.ts";
import { type Group, lockGroup, type TextChannel } from "../../conversations/index.ts";
import { lockServer } from "../../servers/index.ts";
import { newCode } from "../rules/code.ts";
import { insertInvite } from "../store.ts";
import type { InviteRow } from "../tables.ts";

/** Makes an invite into a channel of a server or into a group, under a code that no other has. */
export async function createInvite(
  tx: Tx,
  channel: TextChannel | Group,
  creator_id: string,
): Promise<InviteRow> {
  const { _id: channel_id } = channel;
  const server_id = channel.channel_type === "TextChannel" ? channel.server : null;
  if (server_id === null) await lockGroup(tx, channel_id);
  else await lockServer(tx, server_id);
  for (;;) {
    const invite = { code: newCode(), channel_id, server_id, creator_id };
    if (await insertInvite(tx, invite)) return invite;
  }
}
