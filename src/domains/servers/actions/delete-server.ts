import type { Tx } from "../../../store/tx.ts";
import { ChannelsDeleted } from "../../conversations/index.ts";
import { releaseFiles } from "../../files/index.ts";
import { ServerDeleted } from "../events.ts";
import { listServerFiles } from "../store/server-files.ts";
import { listChannelIds, lockServer, deleteServer as remove } from "../store/servers.ts";
import type { ServerRow } from "../tables.ts";

/** Takes a server away with all that is in it. */
export async function deleteServer(tx: Tx<typeof ServerDeleted>, server: ServerRow): Promise<void> {
  await lockServer(tx, server.id);
  tx.emit(ServerDeleted, { id: server.id });
  const channelIds = await listChannelIds(tx, server.id);
  if (channelIds.length > 0) await tx.raise(ChannelsDeleted, { channelIds });
  await releaseFiles(tx, await listServerFiles(tx, server));
  await remove(tx, server.id);
}
