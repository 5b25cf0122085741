import type { MessagesTables } from "../../../src/domains/messages/index.ts";
import type { Person } from "../accounts/people.ts";
import { dumpTables } from "../database/dump-tables.ts";
import type { TestServer } from "../server/server.ts";

const importedTables = [
  "messages",
  "reactions",
  "writers",
  "channels",
  "roles",
  "imported_users",
  "indexed_messages",
  "users",
  "members",
  "member_counts",
  "servers",
];

/** The rows of the import, without what differs between two servers: the owner, times and revisions. */
export async function importedRows(server: TestServer, owner: Person) {
  const dump = await dumpTables(server);
  return importedTables.map((table) => ({
    table,
    rows: (dump[table] ?? [])
      .filter((row) => table === "servers" || !row.includes(owner.id))
      .map((row) => ({
        ...JSON.parse(row),
        owner_id: "",
        policy_acknowledged_at: 0,
        revision: "",
        words: "",
      })),
  }));
}

export async function countMessages({ running }: TestServer): Promise<number> {
  const { count } = await running.store.read((db) =>
    db
      .sql<MessagesTables>()
      .selectFrom("messages")
      .select(({ fn }) => fn.countAll().as("count"))
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
}
