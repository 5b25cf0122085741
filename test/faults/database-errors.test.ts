import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "kysely";
import { failWrites } from "../support/database/fail-writes.ts";
import { expectFailure } from "../support/http/expect-failure.ts";
import { allowLoggedErrors, databaseErrors } from "../support/log/test-log.ts";
import { postMessage } from "../support/messages/sending.ts";
import { engines } from "../support/server/engines.ts";
import { openServer } from "../support/server/server.ts";
import { newCommunity } from "../support/servers/communities.ts";

setDefaultTimeout(60_000);

describe("a full disk", () => {
  test("on SQLite answers 507 to the writes that need room, and nothing else fails", async () => {
    allowLoggedErrors(...databaseErrors);
    await using server = await openServer("sqlite");
    const { channel, owner: by } = await newCommunity(server);
    const pragma = (text: string) =>
      server.running.store.write((tx) => sql.raw<{ page_count: number }>(`pragma ${text}`).execute(tx.sql()));
    const { page_count = 0 } = (await pragma("page_count")).rows[0] ?? {};
    await pragma(`max_page_count = ${page_count + 30}`);
    const content = "x".repeat(2_000);
    const send = () => postMessage(server, { channel, by }, content);
    const statuses = new Set<number>();
    for (let round = 0; round < 10; round++)
      for (const { status } of await Promise.all(Array.from({ length: 20 }, send))) statuses.add(status);
    expect([...statuses].toSorted()).toEqual([200, 507]);
    expectFailure(await send(), 507, "InsufficientStorage");
    expect((await server.client.get("/users/@me", by)).status).toBe(200);
    await pragma("max_page_count = 1000000");
    expect((await send()).status).toBe(200);
  });

  test.if(engines.includes("postgres"))("on PostgreSQL answers 507", async () => {
    allowLoggedErrors(...databaseErrors);
    await using server = await openServer("postgres");
    const { channel, owner: by } = await newCommunity(server);
    await failWrites(server, { table: "messages", event: "insert", code: "53100" });
    expectFailure(await postMessage(server, { channel, by }), 507, "InsufficientStorage");
  });
});

test.if(engines.includes("postgres"))("a write that conflicts in every attempt answers 503", async () => {
  allowLoggedErrors(...databaseErrors);
  await using server = await openServer("postgres");
  const { channel, owner: by } = await newCommunity(server);
  await failWrites(server, { table: "messages", event: "insert", code: "40001" });
  const response = await postMessage(server, { channel, by });
  expectFailure(response, 503, "DatabaseError", { operation: "query", collection: "database" });
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
});
