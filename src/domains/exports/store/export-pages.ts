import type { Reader } from "../../../declare/tx.ts";
import type { File } from "../../../protocol/file.ts";
import { attachRoles, type MemberWithRoles, type ServersTables } from "../../members/index.ts";
import { listReactions, type Message, messageView, selectRange } from "../../messages/index.ts";

import { listUsers, type UserRow } from "../../users/index.ts";
import type { ArchiveLine } from "../archive-model.ts";

/** Short reads: the server answers others in between. */
const pageSize = 200;

type Read = <T>(work: (db: Reader) => Promise<T>) => Promise<T>;

/** The members of a server, in the order of their ids. */
export async function* membersOf(read: Read, serverId: string): AsyncGenerator<readonly MemberWithRoles[]> {
  for (let after = ""; ; ) {
    const page = await read(async (db) => {
      const rows = await db
        .sql<ServersTables>()
        .selectFrom("members")
        .selectAll()
        .where("server_id", "=", serverId)
        .where("user_id", ">", after)
        .orderBy("user_id")
        .limit(pageSize)
        .execute();
      return attachRoles(db, serverId, rows);
    });
    if (page.length > 0) yield page;
    const last = page[pageSize - 1];
    if (!last) return;
    after = last.user_id;
  }
}

/** The messages of a channel that are older than an id, oldest first, with their reactions. */
export async function* messagesOf(
  read: Read,
  channelId: string,
  before: string,
): AsyncGenerator<readonly Message[]> {
  for (let after = ""; ; ) {
    const page = await read(async (db) => {
      const range = { after, before, order: "asc", limit: pageSize } as const;
      const rows = await selectRange(db, channelId, range).execute();
      const ids = rows.map(({ id }) => id);
      const byMessage = Map.groupBy(await listReactions(db, channelId, ids), ({ message_id }) => message_id);
      return rows.map((row) => messageView(row, byMessage.get(row.id)));
    });
    if (page.length > 0) yield page;
    const last = page[pageSize - 1];
    if (!last) return;
    after = last._id;
  }
}

/** The users with these ids, in their order. */
export async function* listUserLines(
  read: Read,
  ids: readonly string[],
): AsyncGenerator<ArchiveLine<"users">> {
  for (let at = 0; at < ids.length; at += pageSize) {
    const rows = await read((db) => listUsers(db, ids.slice(at, at + pageSize)));
    yield* rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(userLine);
  }
}

/** A user as everybody in the server sees them: without the account, relations and the rest of the profile. */
function userLine(row: UserRow): ArchiveLine<"users"> {
  return {
    _id: row.id,
    username: row.username,
    ...(row.display_name !== null && { display_name: row.display_name }),
    ...(row.avatar !== null && { avatar: JSON.parse(row.avatar) as File }),
    ...(row.bot_owner !== null && { bot: true }),
  };
}
