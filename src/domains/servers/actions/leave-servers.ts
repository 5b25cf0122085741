import type { Tx } from "../../../store/tx.ts";
import type { MemberLeft, ServerDeleted } from "../events.ts";
import { findMember } from "../store/members.ts";
import { listOwnedServers, listServerIds } from "../store/memberships.ts";
import { findServer } from "../store/servers.ts";
import { deleteServer } from "./delete-server.ts";
import { removeMember } from "./remove-member.ts";

/** Of somebody who goes for good: their own servers go too, the others they leave without a word. */
export async function leaveServers(
  tx: Tx<typeof MemberLeft | typeof ServerDeleted>,
  userId: string,
): Promise<void> {
  for (const server of await listOwnedServers(tx, userId)) await deleteServer(tx, server);
  for (const id of await listServerIds(tx, userId)) {
    const server = await findServer(tx, id);
    const member = await findMember(tx, id, userId);
    if (server && member) await removeMember(tx, server, { member, reason: "Leave", silent: true });
  }
}
