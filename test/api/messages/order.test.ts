import { expect, test } from "bun:test";
import { lastMessageOf, readMessages } from "../../support/messages/messages.ts";
import { newRoom, sendMessage } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { newMember } from "../../support/servers/communities.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const senders = 64;
const each = 3;

describeServer(
  "many concurrent messages",
  anyEngine,
  { config: { database: { fsync: false } } },
  (server) => {
    test("are received in the order of their ids, and the last message is the newest", async () => {
      const community = await newRoom(server);
      const members = await Promise.all(Array.from({ length: 7 }, () => newMember(server, community)));
      const streams = [
        (await openReadyStream(server, community.owner)).stream,
        (await openReadyStream(server, community.member)).stream,
      ];
      const people = [community.owner, ...members];
      const sendMany = async (_: unknown, sender: number) => {
        const by = people[sender % people.length] ?? community.owner;
        const ids = [];
        for (let count = 0; count < each; count++)
          ids.push(
            await sendMessage(server, { by, channel: community.channel }, { content: `${sender} ${count}` }),
          );
        return ids;
      };
      const sentIds = (await Promise.all(Array.from({ length: senders }, sendMany))).flat();
      const ordered = sentIds.toSorted();
      expect(new Set(ordered).size).toBe(senders * each);
      for (const stream of streams) {
        const received = (await stream.takeNew()).filter(({ type }) => type === "Message");
        expect(received.map(({ _id }) => _id)).toEqual(ordered);
        await stream[Symbol.asyncDispose]();
      }
      expect((await readMessages(server, community.channel)).map(({ id }) => id)).toEqual(ordered);
      expect(await lastMessageOf(server, community.channel)).toBe(ordered.at(-1) ?? null);
    });
  },
);
