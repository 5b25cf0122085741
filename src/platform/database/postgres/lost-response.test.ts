import { expect, test } from "bun:test";
import { findPostgres } from "../../../../test/support/install/postgres-programs.ts";
import { connectTo, startPostgresInstance } from "../../../../test/support/postgres/postgres-instance.ts";
import {
  openPostgresProxy,
  type ProxiedConnection,
} from "../../../../test/support/postgres/postgres-proxy.ts";
import { engines, newHome } from "../../../../test/support/server/engines.ts";
import { DatabaseUnavailable } from "../failure.ts";
import { openPostgres } from "./postgres.ts";

interface Tables {
  notes: { text: string };
}

test.if(engines.includes("postgres"))(
  "a commit whose response was lost calls onDurable, and its write resolves",
  async () => {
    const home = await newHome("postgres");
    using proxy = await openPostgresProxy(home.databaseUrl);
    const database = openPostgres({ url: proxy.url, poolSize: 2, queryTimeoutMs: 15_000 });
    await database.write((queries) =>
      queries.sql<Tables>().schema.createTable("notes").addColumn("text", "text").execute(),
    );
    let durable = 0;
    let committing: ProxiedConnection | undefined;
    proxy.onBytes = (connection, direction, bytes) => {
      if (direction === "up" && connection.isCommit(bytes)) committing = connection;
      else if (connection === committing) connection.cut();
    };
    const result = await database.write(
      async (queries) => {
        await queries.sql<Tables>().insertInto("notes").values({ text: "kept" }).execute();
        return "kept";
      },
      { onDurable: () => durable++ },
    );
    proxy.onBytes = () => {};
    const rows = await database.read((queries) =>
      queries.sql<Tables>().selectFrom("notes").selectAll().execute(),
    );
    expect({ result, durable, rows }).toEqual({ result: "kept", durable: 1, rows: [{ text: "kept" }] });
    await database[Symbol.asyncDispose]();
    home.remove();
  },
);

test.if(engines.includes("postgres"))(
  "a write that was lost in a crash fails, also when another transaction has got its id",
  async () => {
    // Nothing of a transaction reaches the disk before its commit.
    const settings = { wal_writer_delay: "10s" };
    await using instance = await startPostgresInstance(findPostgres() ?? "", settings);
    using proxy = await openPostgresProxy(`postgres://postgres@127.0.0.1:${instance.port}/postgres`);
    const database = openPostgres({ url: proxy.url, poolSize: 2, queryTimeoutMs: 15_000 });
    await database.write((queries) =>
      queries.sql<Tables>().schema.createTable("notes").addColumn("text", "text").execute(),
    );
    const committing = Promise.withResolvers<void>();
    proxy.onBytes = (connection, direction, bytes) => {
      if (direction !== "up" || !connection.isCommit(bytes)) return;
      connection.set("up", "swallow");
      committing.resolve();
    };
    const writing = database
      .write((queries) => queries.sql<Tables>().insertInto("notes").values({ text: "lost" }).execute())
      .catch((error) => error);
    await committing.promise;
    proxy.onBytes = () => {};
    await instance.stopImmediately();
    await instance.start();
    const other = await connectTo(instance.port);
    for (let number = 0; number < 20; number++) await other.query("insert into notes values ('other')");
    expect(await writing).toBeInstanceOf(DatabaseUnavailable);
    const { rows } = await other.query("select distinct text from notes");
    expect(rows).toEqual([{ text: "other" }]);
    await other.end();
    await database[Symbol.asyncDispose]();
  },
);
