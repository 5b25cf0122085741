import { expect, spyOn, test } from "bun:test";
import { QueryCache } from "../../../src/platform/database/sqlite/query-cache.ts";
import { newRoom, postMessage } from "../../support/messages/sending.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer } from "../../support/server/server.ts";

test.if(engines.includes("sqlite"))("sending a message keeps the cached rows of SQLite", async () => {
  await using server = await openServer("sqlite");
  const { member, owner, channel } = await newRoom(server);
  const content = `Hello <@${owner.id}>.`;
  const sendOne = () => postMessage(server, { by: member, channel: channel }, { content });
  await sendOne();
  const invalidate = spyOn(QueryCache.prototype, "invalidate");
  try {
    expect((await sendOne()).status).toBe(200);
    const rowsOf = (table: string) => ({ tables: [table], cascades: false, changesSchema: false });
    expect(invalidate.mock.calls.flat()).toEqual([
      { ...rowsOf("channels"), columns: ["last_message_id", "greatest_message_id"] },
      rowsOf("messages"),
      rowsOf("mentions"),
    ]);
  } finally {
    invalidate.mockRestore();
  }
});
