import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sweepSendingRulesJob } from "../../src/domains/messages/jobs.ts";
import type { MessagesTables } from "../../src/domains/messages/tables.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { readMessages } from "../support/messages.ts";
import { newRoom, postMessage, type Room } from "../support/sending.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { hours } from "../support/test-clock.ts";

for (const engine of engines) {
  describe(`a message is sent once, on ${engine}`, () => {
    let server: TestServer;
    let room: Room;
    beforeAll(async () => {
      server = await openServer(engine);
      room = await newRoom(server);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const say = (key: string | undefined, draft: object = {}, by = room.member) =>
      postMessage(
        server,
        { by, channel: room.channel, ...(key !== undefined && { key }) },
        { content: "Hello.", ...draft },
      );
    const keys = () =>
      server.running.store.read((db) =>
        db.sql<MessagesTables>().selectFrom("message_keys").select("key").execute(),
      );

    test("a key that was used is refused", async () => {
      expect((await say("once")).body.nonce).toBe("once");
      expectFailure(await say("once"), 409, "DuplicateNonce");
      expectFailure(await say(undefined, { nonce: "once" }), 409, "DuplicateNonce");
    });

    test("a nonce that was used is refused", async () => {
      expect((await say(undefined, { nonce: "nonce" })).body.nonce).toBe("nonce");
      expectFailure(await say(undefined, { nonce: "nonce" }), 409, "DuplicateNonce");
      expectFailure(await say("nonce"), 409, "DuplicateNonce");
    });

    test("a nonce equal to the key counts once", async () => {
      expect((await say("both", { nonce: "both" })).body.nonce).toBe("both");
      expectFailure(await say("both", { nonce: "both" }), 409, "DuplicateNonce");
    });

    test("a key and a different nonce are both used, and the message shows the nonce", async () => {
      expect((await say("header", { nonce: "body" })).body.nonce).toBe("body");
      expectFailure(await say("header"), 409, "DuplicateNonce");
      expectFailure(await say("body"), 409, "DuplicateNonce");
    });

    test("the same key of another user is another key", async () => {
      expect(outcome(await say("shared"))).toBe("200");
      expect(outcome(await say("shared", {}, room.owner))).toBe("200");
    });

    test("a key can be used again after a failure", async () => {
      for (const draft of [{ content: "" }, { replies: [{ id: "unknown", mention: false }] }])
        expect((await say("again", { ...draft, nonce: "again too" })).status).toBeGreaterThanOrEqual(400);
      expect(outcome(await say("again", { nonce: "again too" }))).toBe("200");
    });

    test.each([
      ["k".repeat(64), "200"],
      ["k".repeat(65), "400 FailedValidation"],
    ])("a key may have 64 characters", async (key, expected) => {
      expect(outcome(await say(key))).toBe(expected);
    });

    test("of 200 calls at the same time, one succeeds", async () => {
      const crowd = await newRoom(server);
      const sending = { by: crowd.member, channel: crowd.channel, key: "raced" };
      const calls = Array.from({ length: 200 }, () => postMessage(server, sending, { content: "Me!" }));
      const outcomes = (await Promise.all(calls)).map(outcome);
      expect(outcomes.filter((answer) => answer === "200")).toHaveLength(1);
      expect(outcomes.filter((answer) => answer === "409 DuplicateNonce")).toHaveLength(199);
      expect(await readMessages(server, crowd.channel)).toHaveLength(1);
    });

    test("a key is deleted after a day", async () => {
      const { services, store } = server.running;
      const sweep = () =>
        sweepSendingRulesJob.run({ services, read: store.read, write: store.write }, null as never);
      await say("old");
      server.clock.advance(hours(23));
      await say("young");
      await sweep();
      expectFailure(await say("old"), 409, "DuplicateNonce");
      server.clock.advance(hours(2));
      await sweep();
      expect(await keys()).toEqual([{ key: "young" }]);
      expect(outcome(await say("old"))).toBe("200");
      expectFailure(await say("young"), 409, "DuplicateNonce");
    });
  });
}
