import type { Reader } from "../../../declare/tx.ts";
import { listServerChannels } from "../../channels/index.ts";
import { countMembers, type ServerRow } from "../../members/index.ts";
import { nameUsers } from "../../users/index.ts";
import type { AdminServer } from "../model.ts";
import { serverView } from "../rules/views.ts";

export async function viewServers(
  db: Reader,
  rows: readonly (ServerRow & { readonly members: number })[],
): Promise<AdminServer[]> {
  const names = await nameUsers(
    db,
    rows.map(({ owner_id }) => owner_id),
  );
  return rows.map((row) => serverView(row, row.members, names.get(row.owner_id)));
}

export async function viewServer(db: Reader, row: ServerRow): Promise<AdminServer> {
  const names = await nameUsers(db, [row.owner_id]);
  const channels = (await listServerChannels(db, row.id)).map(({ _id, name }) => ({ _id, name }));
  return { ...serverView(row, await countMembers(db, row.id), names.get(row.owner_id)), channels };
}
