import { beforeAll, expect, test } from "bun:test";
import { sweepSendingRulesJob } from "../../../src/domains/messages/jobs.ts";
import type { MessagesTables } from "../../../src/domains/messages/tables.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { readMessages } from "../../support/messages/messages.ts";
import { newRoom, postMessage, type Room } from "../../support/messages/sending.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { hours } from "../../support/server/test-clock.ts";

describeServer("a message is sent once,", engines, (server) => {
  let community: Room;
  beforeAll(async () => {
    community = await newRoom(server);
  });

  const post = (key: string | undefined, draft: object = {}, by = community.member) =>
    postMessage(
      server,
      { by, channel: community.channel, ...(key !== undefined && { key }) },
      { content: "Hello.", ...draft },
    );
  const keys = () =>
    server.running.store.read((db) =>
      db.sql<MessagesTables>().selectFrom("message_keys").select("key").execute(),
    );

  test("a key that was used is refused", async () => {
    expect((await post("once")).body.nonce).toBe("once");
    expectFailure(await post("once"), 409, "DuplicateNonce");
    expectFailure(await post(undefined, { nonce: "once" }), 409, "DuplicateNonce");
  });

  test("a nonce that was used is refused", async () => {
    expect((await post(undefined, { nonce: "nonce" })).body.nonce).toBe("nonce");
    expectFailure(await post(undefined, { nonce: "nonce" }), 409, "DuplicateNonce");
    expectFailure(await post("nonce"), 409, "DuplicateNonce");
  });

  test("a nonce equal to the key counts once", async () => {
    expect((await post("both", { nonce: "both" })).body.nonce).toBe("both");
    expectFailure(await post("both", { nonce: "both" }), 409, "DuplicateNonce");
  });

  test("a key and a different nonce are both used, and the message shows the nonce", async () => {
    expect((await post("header", { nonce: "body" })).body.nonce).toBe("body");
    expectFailure(await post("header"), 409, "DuplicateNonce");
    expectFailure(await post("body"), 409, "DuplicateNonce");
  });

  test("two users can use the same key", async () => {
    expect(outcome(await post("shared"))).toBe("200");
    expect(outcome(await post("shared", {}, community.owner))).toBe("200");
  });

  test("a key can be used again after a failure", async () => {
    for (const draft of [{ content: "" }, { replies: [{ id: "unknown", mention: false }] }])
      expect((await post("again", { ...draft, nonce: "again too" })).status).toBeGreaterThanOrEqual(400);
    expect(outcome(await post("again", { nonce: "again too" }))).toBe("200");
  });

  test.each([
    ["k".repeat(64), "200"],
    ["k".repeat(65), "400 FailedValidation"],
  ])("a key may have 64 characters", async (key, expected) => {
    expect(outcome(await post(key))).toBe(expected);
  });

  test("of 200 concurrent requests with one key, one succeeds", async () => {
    const fixture = await newRoom(server);
    const target = { by: fixture.member, channel: fixture.channel, key: "raced" };
    const calls = Array.from({ length: 200 }, () => postMessage(server, target, { content: "Me!" }));
    const outcomes = (await Promise.all(calls)).map(outcome);
    expect(outcomes.filter((result) => result === "200")).toHaveLength(1);
    expect(outcomes.filter((result) => result === "409 DuplicateNonce")).toHaveLength(199);
    expect(await readMessages(server, fixture.channel)).toHaveLength(1);
  });

  test("a key is deleted after a day", async () => {
    const { services, store } = server.running;
    const sweep = () =>
      sweepSendingRulesJob.run({ services, read: store.read, write: store.write }, null as never);
    await post("old");
    server.clock.advance(hours(23));
    await post("young");
    await sweep();
    expectFailure(await post("old"), 409, "DuplicateNonce");
    server.clock.advance(hours(2));
    await sweep();
    expect(await keys()).toEqual([{ key: "young" }]);
    expect(outcome(await post("old"))).toBe("200");
    expectFailure(await post("young"), 409, "DuplicateNonce");
  });
});
