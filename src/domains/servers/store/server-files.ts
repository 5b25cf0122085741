import type { Reader } from "../../../declare/tx.ts";
import type { File } from "../../../protocol/file.ts";
import type { ChannelsTables } from "../../channels/index.ts";
import type { ServerRow, ServersTables } from "../../members/index.ts";

/** Ids of all files that a server shows: its own, and those of its roles, channels and members. */
export async function listServerFiles(db: Reader, { id, icon, banner }: ServerRow): Promise<string[]> {
  const sql = db.sql<ServersTables & ChannelsTables>();
  const ofRoles = await sql
    .selectFrom("roles")
    .select("icon as file")
    .where("server_id", "=", id)
    .where("icon", "is not", null)
    .execute();
  const ofChannels = await sql
    .selectFrom("channels")
    .select("icon as file")
    .where("server_id", "=", id)
    .where("icon", "is not", null)
    .execute();
  const ofMembers = await sql
    .selectFrom("members")
    .select("avatar as file")
    .where("server_id", "=", id)
    .where("avatar", "is not", null)
    .execute();
  return [{ file: icon }, { file: banner }, ...ofRoles, ...ofChannels, ...ofMembers].flatMap(({ file }) =>
    file === null ? [] : [(JSON.parse(file) as File)._id],
  );
}
