import { expect, spyOn, test } from "bun:test";
import type { Message } from "../../../src/domains/messages/model.ts";
import { StatementCache } from "../../../src/platform/database/sqlite/driver.ts";
import { QueryCache } from "../../../src/platform/database/sqlite/query-cache.ts";
import { newRoom, postMessage, sendMessage } from "../../support/messages/sending.ts";
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
    expect(invalidate.mock.calls.map(([{ positions, ...effect }]) => effect)).toEqual([
      { ...rowsOf("channels"), columns: ["last_message_id", "greatest_message_id"] },
      rowsOf("messages"),
      rowsOf("mentions"),
    ]);
  } finally {
    invalidate.mockRestore();
  }
});

test.if(engines.includes("sqlite"))(
  "the newest page of a channel is read once until it changes",
  async () => {
    await using server = await openServer("sqlite");
    const { member, channel } = await newRoom(server);
    const other = await newRoom(server);
    const read = async (): Promise<string[]> => {
      const { body } = await server.client.get(`/channels/${channel}/messages`, member);
      return body.map(({ content, reactions = {} }: Message) =>
        [content, ...Object.keys(reactions)].join(" "),
      );
    };
    const find = spyOn(StatementCache.prototype, "find");
    const pagesRead = () =>
      find.mock.calls.filter(([query]) => query.compiled("sqlite").sql.includes('order by "id" desc')).length;
    try {
      const id = await sendMessage(server, { by: member, channel }, "one");
      expect([await read(), await read()]).toEqual([["one"], ["one"]]);
      await sendMessage(server, { by: other.member, channel: other.channel });
      expect(await read()).toEqual(["one"]);
      expect(pagesRead()).toBe(1);
      await sendMessage(server, { by: member, channel }, "two");
      expect(await read()).toEqual(["two", "one"]);
      await server.client.patch(`/channels/${channel}/messages/${id}`, { content: "edited" }, member);
      expect(await read()).toEqual(["two", "edited"]);
      await server.client.put(`/channels/${channel}/messages/${id}/reactions/👍`, undefined, member);
      expect(await read()).toEqual(["two", "edited 👍"]);
      await server.client.delete(`/channels/${channel}/messages/${id}`, undefined, member);
      expect([await read(), await read()]).toEqual([["two"], ["two"]]);
      expect(pagesRead()).toBe(5);
    } finally {
      find.mockRestore();
    }
  },
);
