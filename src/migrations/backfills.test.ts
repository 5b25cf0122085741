import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import { openTestDatabase } from "../../test/support/database/databases.ts";
import { engines } from "../../test/support/server/engines.ts";
import { migrate } from "../platform/database/migrate.ts";
import { migrations } from "./index.ts";

interface Backfill {
  /** Writes rows as the version before the step had them. */
  populate(db: Kysely<never>): Promise<unknown>;
  /** The data that the step has to derive from them. */
  readonly derived: (db: Kysely<never>) => Promise<unknown>;
  readonly expected: unknown;
}

const rowsOf = async <T>(query: { execute(db: Kysely<never>): Promise<{ rows: T[] }> }, db: Kysely<never>) =>
  (await query.execute(db)).rows;

/** The steps that move data, by the number in their file name. */
const backfills: Readonly<Record<string, Backfill>> = {
  "0011": {
    async populate(db) {
      const messages = [
        ["c1", "m1", "ann"],
        ["c1", "m2", "ann"],
        ["c1", "m3", "ben"],
        ["c2", "m4", "ann"],
      ];
      for (const [channel, id, author] of messages)
        await sql`insert into messages (channel_id, id, author_id) values (${channel}, ${id}, ${author})`.execute(
          db,
        );
    },
    derived: (db) =>
      rowsOf(sql`select author_id, channel_id from writers order by author_id, channel_id`, db),
    expected: [
      { author_id: "ann", channel_id: "c1" },
      { author_id: "ann", channel_id: "c2" },
      { author_id: "ben", channel_id: "c1" },
    ],
  },
  "0019": {
    async populate(db) {
      const user = (id: string, owner: string | null) =>
        sql`insert into users (id, username, username_key, discriminator, policy_acknowledged_at, bot_owner) values (${id}, ${id}, ${id}, '0001', 0, ${owner})`;
      await user("ann", null).execute(db);
      await user("bot", "ann").execute(db);
      await sql`insert into channels (id, kind) values ('c1', 'Group')`.execute(db);
      for (const [id, creator] of [
        ["hook", "ben"],
        ["bot-hook", "bot"],
      ])
        await sql`insert into webhooks (id, channel_id, creator_id, name, permissions, token_digest, token)
          values (${id}, 'c1', ${creator}, 'Hook', 0, '', '')`.execute(db);
      await sql`insert into stored_files (hash, blob_key, content_type, metadata, size, stored_at)
        values ('h10', 'b1', 'text/plain', '{}', 10, 0), ('h3', 'b2', 'text/plain', '{}', 3, 0)`.execute(db);
      const files: [uploader: string, hash: string, used: boolean, deleted: boolean][] = [
        ["ann", "h10", true, false],
        ["ann", "h10", false, false],
        ["ann", "h3", true, true],
        ["bot", "h10", true, false],
        ["bot-hook", "h3", true, false],
        ["hook", "h3", true, false],
        ["hook", "h3", true, false],
        ["gone", "h3", true, false],
      ];
      for (const [index, [uploader, hash, used, deleted]] of files.entries())
        await sql`insert into files (id, tag, filename, hash, uploader_id, uploaded_at, used_as, used_by, deleted_at)
          values (${`f${index}`}, 'attachments', 'f', ${hash}, ${uploader}, 0,
            ${used ? "Message" : null}, ${used ? "m1" : null}, ${deleted ? 1 : null})`.execute(db);
    },
    derived: async (db) => ({
      charged: await rowsOf(
        sql`select uploader_id, charged_to from files group by uploader_id, charged_to order by uploader_id`,
        db,
      ),
      usage: await rowsOf(sql`select * from storage_usage order by user_id`, db),
    }),
    expected: {
      charged: [
        { uploader_id: "ann", charged_to: "ann" },
        { uploader_id: "bot", charged_to: "ann" },
        { uploader_id: "bot-hook", charged_to: "ann" },
        { uploader_id: "gone", charged_to: "gone" },
        { uploader_id: "hook", charged_to: "ben" },
      ],
      usage: [
        { user_id: "ann", claimed_bytes: 23, day: 0, day_bytes: 0 },
        { user_id: "ben", claimed_bytes: 6, day: 0, day_bytes: 0 },
        { user_id: "gone", claimed_bytes: 3, day: 0, day_bytes: 0 },
      ],
    },
  },
  "0020": {
    populate: (db) =>
      sql`insert into channels (id, kind, last_message_id) values ('c1', 'Group', 'm1'), ('c2', 'Group', null)`.execute(
        db,
      ),
    derived: (db) =>
      rowsOf(sql`select id, last_message_id, greatest_message_id from channels order by id`, db),
    expected: [
      { id: "c1", last_message_id: "m1", greatest_message_id: "m1" },
      { id: "c2", last_message_id: null, greatest_message_id: null },
    ],
  },
};

const stepFiles = readdirSync(import.meta.dir)
  .filter((name) => /^\d{4}-.*\.ts$/.test(name))
  .toSorted();

/** Steps that write rows without deriving them from others. */
const settings = ["0017"];

test("every step that writes rows is tested here", () => {
  const writing = stepFiles.filter((name) =>
    /insert into|insertInto|updateTable|\bupdate \w+ set/.test(
      readFileSync(`${import.meta.dir}/${name}`, "utf8"),
    ),
  );
  const numbers = writing.map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...Object.keys(backfills), ...settings].toSorted());
});

describe.each([...engines])("a populated database on %s", (engine) => {
  test.each(Object.entries(backfills))("keeps its data in step %s", async (number, backfill) => {
    await using opened = await openTestDatabase(engine);
    const { database, home } = opened;
    const version = stepFiles.findIndex((name) => name.startsWith(number)) + 1;
    await migrate(database, migrations.slice(0, version - 1), { directory: home.dataDir });
    await database.write((queries) => backfill.populate(queries.sql()));
    await migrate(database, migrations.slice(0, version), { directory: home.dataDir });
    expect(await database.write((queries) => backfill.derived(queries.sql()))).toEqual(backfill.expected);
    await migrate(database, migrations, { directory: home.dataDir });
  });
});
