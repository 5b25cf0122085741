import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sweepSendingRulesJob } from "../../src/domains/messages/jobs.ts";
import type { MessagesTables } from "../../src/domains/messages/tables.ts";
import { newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { newRoom, postMessage } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { openReadyStream } from "../support/stream.ts";
import { seconds } from "../support/test-clock.ts";

const draft = { content: "Hello." };

for (const engine of engines) {
  describe(`channels in slow mode on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    async function newSlowRoom() {
      const room = await newRoom(server);
      await server.client.patch(`/channels/${room.channel}`, { slowmode: 60 }, room.owner);
      const { stream } = await openReadyStream(server, room.member);
      const say = (body: object = draft, key?: string) =>
        postMessage(
          server,
          { by: room.member, channel: room.channel, ...(key !== undefined && { key }) },
          body,
        );
      const told = async () => (await stream.takeNew()).filter(({ type }) => type === "UserSlowmodes");
      const waiting = (retry_after: unknown) => ({
        type: "UserSlowmodes",
        slowmodes: [{ channel_id: room.channel, duration: 60, retry_after }],
      });
      return { ...room, stream, say, told, waiting };
    }

    test("the author of a message must wait, and gets the seconds", async () => {
      const { stream, say, told, waiting } = await newSlowRoom();
      expect((await say()).status).toBe(200);
      expect(await told()).toEqual([waiting(60)]);
      server.clock.advance(seconds(20));
      const refused = await say();
      expectFailure(refused, 429, "InSlowmode", { retry_after: expect.any(Number) });
      expect(refused.body.retry_after).toBeWithin(1, 41);
      expect(await told()).toEqual([waiting(refused.body.retry_after)]);
      server.clock.advance(seconds(41));
      expect((await say()).status).toBe(200);
      expect(await told()).toEqual([waiting(60)]);
      await stream[Symbol.asyncDispose]();
    });

    test("a message that a later check refuses starts the wait too", async () => {
      const { stream, say, told, waiting } = await newSlowRoom();
      expectFailure(await say({ content: "" }), 422, "EmptyMessage");
      expect(await told()).toEqual([waiting(60)]);
      expect((await say()).body.type).toBe("InSlowmode");
      await stream[Symbol.asyncDispose]();
    });

    test("a message that an earlier check refuses does not", async () => {
      const { stream, say, told } = await newSlowRoom();
      expectFailure(await say({ ...draft, masquerade: {} }), 403, "MissingPermission", {
        permission: "Masquerade",
      });
      expect(await told()).toEqual([]);
      expect((await say()).status).toBe(200);
      await stream[Symbol.asyncDispose]();
    });

    test("a key that came too early can be used later", async () => {
      const { stream, say } = await newSlowRoom();
      await say();
      expect(outcome(await say(draft, "later"))).toBe("429 InSlowmode");
      server.clock.advance(seconds(61));
      expect(outcome(await say(draft, "later"))).toBe("200");
      await stream[Symbol.asyncDispose]();
    });

    test("of several at the same time, one is sent", async () => {
      const { stream, say } = await newSlowRoom();
      const outcomes = await Promise.all(Array.from({ length: 10 }, async () => outcome(await say())));
      expect(outcomes.toSorted()).toEqual(["200", ...Array(9).fill("429 InSlowmode")]);
      await stream[Symbol.asyncDispose]();
    });

    test("the wait is for one user, and not for those who may bypass it", async () => {
      const { id, channel, owner, stream, say, setPermissions } = await newSlowRoom();
      await say();
      const other = await newMember(server, { id });
      expect((await postMessage(server, { by: other, channel: channel }, draft)).status).toBe(200);
      for (let times = 0; times < 2; times++)
        expect((await postMessage(server, { by: owner, channel: channel }, draft)).status).toBe(200);
      await setPermissions(["BypassSlowmode"]);
      expect((await say()).status).toBe(200);
      await setPermissions([]);
      await server.client.patch(`/channels/${channel}`, { slowmode: 0 }, owner);
      expect((await say()).status).toBe(200);
      await stream[Symbol.asyncDispose]();
    });

    test("ended waits are deleted", async () => {
      const { channel, stream, say } = await newSlowRoom();
      await say();
      const { services, store } = server.running;
      const left = async () => {
        await sweepSendingRulesJob.run({ services, read: store.read, write: store.write }, null as never);
        const all = store.read((db) =>
          db
            .sql<MessagesTables>()
            .selectFrom("slowmodes")
            .selectAll()
            .where("channel_id", "=", channel)
            .execute(),
        );
        return (await all).length;
      };
      expect(await left()).toBe(1);
      server.clock.advance(seconds(61));
      expect(await left()).toBe(0);
      await stream[Symbol.asyncDispose]();
    });
  });
}
