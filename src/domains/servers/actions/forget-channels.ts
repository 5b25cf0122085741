import type { Tx } from "../../../store/tx.ts";
import { ServerUpdated } from "../events.ts";
import { withoutChannels } from "../rules/forget-channels.ts";
import { findServer, listChannelIds, lockServer, updateServer } from "../store/servers.ts";

/** Nothing in a server points any more at channels that are about to go. */
export async function removeChannelReferences(
  tx: Tx<typeof ServerUpdated>,
  serverId: string,
  gone: readonly string[],
): Promise<void> {
  await lockServer(tx, serverId);
  const server = await findServer(tx, serverId);
  if (!server) return;
  const changed = withoutChannels(server, gone);
  const stored = Object.entries(changed).map(([column, value]) => [column, JSON.stringify(value)]);
  if (stored.length > 0) await updateServer(tx, serverId, Object.fromEntries(stored));
  const channels = (await listChannelIds(tx, serverId)).filter((id) => !gone.includes(id));
  tx.emit(ServerUpdated, { id: serverId, data: { channels, ...changed }, clear: [] });
}
