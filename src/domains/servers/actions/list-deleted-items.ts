import type { Reader } from "../../../declare/tx.ts";
import { listChannelIds } from "../../channels/index.ts";
import {
  countMembers,
  countMembersOf,
  listEmojisOfServer,
  listOwnedServers,
  listRoles,
  listServerIds,
} from "../../members/index.ts";
import type { DeletedItem, DeletionTarget } from "../../operators/index.ts";

/** What is deleted along with a server, or with a user: the servers that they own, and their memberships. */
export async function listDeletedServerItems(db: Reader, target: DeletionTarget): Promise<DeletedItem[]> {
  if ("serverId" in target) {
    const { serverId } = target;
    return [
      { what: "members", count: await countMembers(db, serverId) },
      { what: "channels", count: (await listChannelIds(db, serverId)).length },
      { what: "roles", count: (await listRoles(db, serverId)).length },
      { what: "emojis", count: (await listEmojisOfServer(db, serverId)).length },
    ];
  }
  const owned = await listOwnedServers(db, target.userId);
  const members = await countMembersOf(db, target.userId);
  const names = owned.map(({ id, name }) => `${id} ${name} (${members.get(id) ?? 0} members)`);
  const memberships = (await listServerIds(db, target.userId)).length;
  return [
    { what: "servers", count: owned.length, names },
    { what: "memberships", count: memberships },
  ];
}
