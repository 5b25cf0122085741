import type { Tx } from "../../../declare/tx.ts";
import { ChannelsDeleted, listChannelIds } from "../../channels/index.ts";
import { releaseFiles } from "../../files/index.ts";
import {
  findMember,
  findServer,
  listOwnedServers,
  listServerIds,
  lockServer,
  type MemberAccess,
  type ServerRow,
} from "../../members/index.ts";
import { type MemberLeft, ServerDeleted } from "../events.ts";
import { listServerFiles } from "../store/server-files.ts";
import { deleteServer } from "../store/servers.ts";
import { removeMember } from "./remove-member.ts";

type DeleteTx = Tx<typeof MemberLeft | typeof ServerDeleted>;

/** Deletes a server for its owner, and leaves it for every other member. */
export async function deleteOrLeaveServer(
  tx: DeleteTx,
  { server, member, membership }: MemberAccess,
  { silent }: { readonly silent: boolean | undefined },
): Promise<void> {
  if (membership.owner) await destroyServer(tx, server);
  else await removeMember(tx, server, { member, reason: "Leave", silent });
}

/** For users who are deleted: deletes their own servers and leaves the others without a system message. */
export async function leaveServers(tx: DeleteTx, userId: string): Promise<void> {
  for (const server of await listOwnedServers(tx, userId)) await destroyServer(tx, server);
  for (const id of await listServerIds(tx, userId)) {
    const server = await findServer(tx, id);
    const member = await findMember(tx, id, userId);
    if (server && member) await removeMember(tx, server, { member, reason: "Leave", silent: true });
  }
}

/** Deletes a server and everything in it. */
export async function destroyServer(tx: DeleteTx, server: ServerRow): Promise<void> {
  await lockServer(tx, server.id);
  tx.emit(ServerDeleted, { id: server.id });
  const channelIds = await listChannelIds(tx, server.id);
  if (channelIds.length > 0) await tx.raise(ChannelsDeleted, { channelIds });
  await releaseFiles(tx, await listServerFiles(tx, server));
  await deleteServer(tx, server.id);
}
