import type { Reader } from "../../../declare/tx.ts";
import type { TextChannel } from "../../channels/index.ts";
import { holdServer } from "../../servers/index.ts";
import { newCode } from "../rules/code.ts";
import { insertInvite } from "../store.ts";
import type { ServerInviteRow } from "../tables.ts";

/** Makes an invite into a channel of a server, under a code that no other has. */
export async function createInvite(
  tx: Reader,
  { _id: channel_id, server: server_id }: TextChannel,
  creator_id: string,
): Promise<ServerInviteRow> {
  await holdServer(tx, server_id);
  for (;;) {
    const invite = { code: newCode(), channel_id, server_id, creator_id };
    if (await insertInvite(tx, invite)) return invite;
  }
}
