import { expect, test } from "bun:test";
import type { Socket } from "bun";
import { engines, newHome } from "../../../../test/support/engines.ts";
import { openPostgres } from "./postgres.ts";

interface Tables {
  notes: { text: string };
}

/** A proxy that, once armed, breaks a connection right after it has passed on its commit. */
function openBreaker(target: URL) {
  const breaker = { armed: false, port: 0, stop: () => {} };
  const listener = Bun.listen<{ ready: Promise<Socket>; up?: Socket; mute: boolean }>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(client) {
        const data = { mute: false } as typeof client.data;
        client.data = data;
        data.ready = Bun.connect({
          hostname: target.hostname,
          port: Number(target.port),
          socket: {
            data(_, chunk) {
              if (data.mute) client.terminate();
              else client.write(chunk);
            },
            close: () => void client.end(),
          },
        });
      },
      async data(client, chunk) {
        const bytes = Buffer.from(chunk);
        if (breaker.armed && bytes.includes("commit")) client.data.mute = true;
        (await client.data.ready).write(bytes);
      },
      async close(client) {
        (await client.data.ready).end();
      },
    },
  });
  breaker.port = listener.port;
  breaker.stop = () => listener.stop(true);
  return breaker;
}

test.if(engines.includes("postgres"))(
  "a commit whose response was lost calls onDurable, and its write resolves",
  async () => {
    const home = await newHome("postgres");
    const url = new URL(home.databaseUrl);
    const breaker = openBreaker(new URL(home.databaseUrl));
    url.port = String(breaker.port);
    const database = openPostgres({ url: url.href, poolSize: 2 });
    await database.write((queries) =>
      queries.sql<Tables>().schema.createTable("notes").addColumn("text", "text").execute(),
    );
    let durable = 0;
    breaker.armed = true;
    const result = await database.write(
      async (queries) => {
        await queries.sql<Tables>().insertInto("notes").values({ text: "kept" }).execute();
        await queries.commitName();
        return "kept";
      },
      { onDurable: () => durable++ },
    );
    breaker.armed = false;
    const rows = await database.read((queries) =>
      queries.sql<Tables>().selectFrom("notes").selectAll().execute(),
    );
    expect({ result, durable, rows }).toEqual({ result: "kept", durable: 1, rows: [{ text: "kept" }] });
    await database.close();
    breaker.stop();
    home.remove();
  },
);
