import { expect, spyOn, test } from "bun:test";
import type { Message } from "../../../src/domains/messages/model.ts";
import { StatementCache } from "../../../src/platform/database/sqlite/driver.ts";
import { newRoom, postMessage, sendMessage } from "../../support/messages/sending.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer } from "../../support/server/server.ts";

test.if(engines.includes("sqlite"))("sending a message keeps the cached rows of SQLite", async () => {
  await using server = await openServer("sqlite");
  const { member, owner, channel } = await newRoom(server);
  const content = `Hello <@${owner.id}>.`;
  const sendOne = () => postMessage(server, { by: member, channel: channel }, { content });
  await sendOne();
  await sendOne();
  const find = spyOn(StatementCache.prototype, "find");
  try {
    expect((await sendOne()).status).toBe(200);
    const ran = find.mock.calls.map(([query]) => query);
    expect(ran.some((query) => query.compiled("sqlite").sql.startsWith('insert into "messages"'))).toBe(true);
    expect(ran.filter(({ isCached }) => isCached).map((query) => query.compiled("sqlite").sql)).toEqual([]);
  } finally {
    find.mockRestore();
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
