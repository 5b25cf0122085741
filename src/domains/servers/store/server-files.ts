import type { Reader } from "../../../declare/tx.ts";
import type { File } from "../../../protocol/file.ts";
import type { ChannelsTables } from "../../channels/index.ts";
import type { ServerRow, ServersTables } from "../../members/index.ts";

/** Ids of all files that servers show: their own, and those of their roles, channels and members. */
export async function listServerFiles(db: Reader, servers: readonly ServerRow[]): Promise<string[]> {
  const sql = db.sql<ServersTables & ChannelsTables>();
  const ids = servers.map(({ id }) => id);
  const ofRoles = await sql
    .selectFrom("roles")
    .select("icon as file")
    .where("server_id", "in", ids)
    .where("icon", "is not", null)
    .execute();
  const ofChannels = await sql
    .selectFrom("channels")
    .select("icon as file")
    .where("server_id", "in", ids)
    .where("icon", "is not", null)
    .execute();
  const ofMembers = await sql
    .selectFrom("members")
    .select("avatar as file")
    .where("server_id", "in", ids)
    .where("avatar", "is not", null)
    .execute();
  const own = servers.flatMap(({ icon, banner }) => [{ file: icon }, { file: banner }]);
  return [...own, ...ofRoles, ...ofChannels, ...ofMembers].flatMap(({ file }) =>
    file === null ? [] : [(JSON.parse(file) as File)._id],
  );
}
