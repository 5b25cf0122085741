import { expect, test } from "bun:test";
import { engines, newHome } from "../../../../test/support/engines.ts";
import {
  isCommit,
  openPostgresProxy,
  type ProxiedConnection,
} from "../../../../test/support/postgres-proxy.ts";
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
      if (direction === "up" && isCommit(bytes)) committing = connection;
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
    await database.close();
    home.remove();
  },
);
