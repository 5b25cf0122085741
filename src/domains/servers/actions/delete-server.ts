import type { Tx } from "../../../declare/tx.ts";
import { ChannelsDeleted, listChannelIdsIn } from "../../channels/index.ts";
import { releaseFiles } from "../../files/index.ts";
import {
  listMemberships,
  listOwnedServers,
  lockServers,
  type MemberAccess,
  type ServerRow,
} from "../../members/index.ts";
import { type MemberLeft, type RoleDeleted, ServerDeleted } from "../events.ts";
import { listServerFiles } from "../store/server-files.ts";
import { deleteServers } from "../store/servers.ts";
import { removeMember, removeMemberships } from "./remove-member.ts";

type DeleteTx = Tx<typeof MemberLeft | typeof RoleDeleted | typeof ServerDeleted>;

/** Deletes a server for its owner, and leaves it for every other member. */
export async function deleteOrLeaveServer(
  tx: DeleteTx,
  { server, member, membership }: MemberAccess,
  { silent }: { readonly silent: boolean | undefined },
): Promise<void> {
  if (membership.owner) await destroyServer(tx, server);
  else await removeMember(tx, server, { member, reason: "Leave", silent });
}

/** So many are deleted at once: a user may own hundreds, and each statement costs more than what it does. */
const [serversAtOnce, channelsAtOnce] = [100, 500];

/** For users who are deleted: deletes their own servers and leaves the others without a system message. */
export async function leaveServers(tx: DeleteTx, userId: string): Promise<void> {
  const owned = await listOwnedServers(tx, userId);
  for (let at = 0; at < owned.length; at += serversAtOnce)
    await destroyServers(tx, owned.slice(at, at + serversAtOnce));
  const members = await listMemberships(tx, userId);
  for (let at = 0; at < members.length; at += serversAtOnce)
    await removeMemberships(tx, members.slice(at, at + serversAtOnce), "Leave");
}

/** Deletes a server and everything in it. */
export async function destroyServer(tx: DeleteTx, server: ServerRow): Promise<void> {
  await destroyServers(tx, [server]);
}

async function destroyServers(tx: DeleteTx, servers: readonly ServerRow[]): Promise<void> {
  const ids = servers.map(({ id }) => id);
  await lockServers(tx, ids);
  for (const id of ids) tx.emit(ServerDeleted, { id });
  const channelIds = await listChannelIdsIn(tx, ids);
  for (let at = 0; at < channelIds.length; at += channelsAtOnce)
    await tx.raise(ChannelsDeleted, { channelIds: channelIds.slice(at, at + channelsAtOnce) });
  await releaseFiles(tx, await listServerFiles(tx, servers));
  await deleteServers(tx, ids);
}
