import { Database } from "bun:sqlite";
import { join } from "node:path";
import { searchId, searchWords } from "../src/domains/messages/rules/search-index.ts";

const tables = ["messages", "reactions", "indexed_messages", "message_words"];
const pageSize = 500;

type Row = Record<string, string | number | null>;

/** Inserts the rows of an imported database into an empty one, without any of our code: CPU time in µs for a message. */
export function measureRawInserts(folder: string): number {
  using from = new Database(join(folder, "ermine.db"), { readonly: true });
  using into = new Database(join(folder, "control.db"));
  into.run("pragma journal_mode = wal");
  into.run("pragma synchronous = normal");
  into.run("pragma foreign_keys = on");
  for (const { sql } of from
    .query<{ sql: string }, string[]>(
      "select sql from sqlite_schema where type in ('table', 'index') and tbl_name in (?, ?, ?, ?) and sql is not null",
    )
    .all(...tables))
    into.run(sql);
  const inserts = new Map<string, ReturnType<Database["prepare"]>>();
  const insert = (table: string, row: Row) => {
    let statement = inserts.get(table);
    if (!statement) {
      const columns = Object.keys(row);
      const marks = columns.map(() => "?").join(", ");
      statement = into.prepare(`insert or replace into ${table} (${columns.join(", ")}) values (${marks})`);
      inserts.set(table, statement);
    }
    statement.run(...(Object.values(row) as never[]));
  };
  const page = from.query<Row, [string, string, number]>(
    "select * from messages where (channel_id, id) > (?, ?) order by channel_id, id limit ?",
  );
  const reactions = from.query<Row, [string, string]>(
    "select * from reactions where channel_id = ? and message_id = ?",
  );
  let [count, cpu] = [0, 0];
  for (let [channel, id] = ["", ""]; ; ) {
    const rows = page.all(channel, id, pageSize);
    if (rows.length === 0) return Math.round(cpu / Math.max(1, count));
    const filled = rows.map((row) => ({
      row,
      rowid: searchId(String(row.id)),
      words: searchWords(String(row.content ?? "")).join(" "),
      reactions: reactions.all(String(row.channel_id), String(row.id)),
    }));
    const before = process.cpuUsage();
    into.transaction(() => {
      for (const { row } of filled) insert("messages", row);
      for (const { row, rowid, words, reactions: given } of filled) {
        insert("indexed_messages", { search_id: rowid, channel_id: row.channel_id ?? "" });
        insert("message_words", { rowid, channel: row.channel_id ?? "", content: words });
        for (const reaction of given) insert("reactions", reaction);
      }
    })();
    const { user, system } = process.cpuUsage(before);
    cpu += user + system;
    count += rows.length;
    [channel, id] = [String(rows.at(-1)?.channel_id), String(rows.at(-1)?.id)];
  }
}
