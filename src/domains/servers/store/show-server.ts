import type { Reader } from "../../../declare/tx.ts";
import { listChannelIds } from "../../channels/index.ts";
import { countMembers, listRoles, type Server, type ServerRow, serverView } from "../../members/index.ts";

/** A server as clients see it, as of this transaction. */
export async function showServer(db: Reader, row: ServerRow): Promise<Server> {
  return serverView(row, {
    roles: await listRoles(db, row.id),
    channels: await listChannelIds(db, row.id),
    members: await countMembers(db, row.id),
  });
}
