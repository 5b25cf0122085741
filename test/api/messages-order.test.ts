import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { lastMessageOf, readMessages } from "../support/messages.ts";
import { newRoom, sendMessage } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { openReadyStream } from "../support/stream.ts";

const senders = 64;
const each = 3;

for (const engine of engines) {
  describe(`many concurrent messages on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine, { config: { database: { fsync: false } } });
    });
    afterAll(() => server[Symbol.asyncDispose]());

    test("are received in the order of their ids, and the last message is the newest", async () => {
      const room = await newRoom(server);
      const members = await Promise.all(Array.from({ length: 7 }, () => newMember(server, room)));
      const streams = [
        (await openReadyStream(server, room.owner)).stream,
        (await openReadyStream(server, room.member)).stream,
      ];
      const people = [room.owner, ...members];
      const sendMany = async (_: unknown, at: number) => {
        const by = people[at % people.length] ?? room.owner;
        const ids = [];
        for (let times = 0; times < each; times++)
          ids.push(await sendMessage(server, { by, channel: room.channel }, { content: `${at} ${times}` }));
        return ids;
      };
      const sentIds = (await Promise.all(Array.from({ length: senders }, sendMany))).flat();
      const ordered = sentIds.toSorted();
      expect(new Set(ordered).size).toBe(senders * each);
      for (const stream of streams) {
        const heard = (await stream.takeNew()).filter(({ type }) => type === "Message");
        expect(heard.map(({ _id }) => _id)).toEqual(ordered);
        await stream[Symbol.asyncDispose]();
      }
      expect((await readMessages(server, room.channel)).map(({ id }) => id)).toEqual(ordered);
      expect(await lastMessageOf(server, room.channel)).toBe(ordered.at(-1) ?? null);
    });
  });
}
