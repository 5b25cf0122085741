import { beforeAll, expect, test } from "bun:test";
import type { ChannelsTables } from "../../../src/domains/channels/index.ts";
import { sweepSendingRulesJob } from "../../../src/domains/messages/jobs.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { newRoom, postMessage } from "../../support/messages/sending.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { seconds } from "../../support/server/test-clock.ts";
import { newMember } from "../../support/servers/communities.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

const draft = { content: "Hello." };

describeServer("channels in slowmode", anyEngine, (server) => {
  beforeAll(async () => {
    // Seconds are whole ones, and would differ with what a call takes.
    server.clock.freeze();
  });

  async function newSlowChannel() {
    const community = await newRoom(server);
    await server.client.patch(`/channels/${community.channel}`, { slowmode: 60 }, community.owner);
    const { stream } = await openReadyStream(server, community.member);
    const post = (body: object = draft, key?: string) =>
      postMessage(
        server,
        { by: community.member, channel: community.channel, ...(key !== undefined && { key }) },
        body,
      );
    const takeSlowmodes = async () => (await stream.takeNew()).filter(({ type }) => type === "UserSlowmodes");
    const slowmodeEvent = (retry_after: unknown) => ({
      type: "UserSlowmodes",
      slowmodes: [{ channel_id: community.channel, duration: 60, retry_after }],
    });
    return { ...community, stream, post, takeSlowmodes, slowmodeEvent };
  }

  test("the author of a message must wait, and gets the number of seconds", async () => {
    const { stream, post, takeSlowmodes, slowmodeEvent } = await newSlowChannel();
    expect((await post()).status).toBe(200);
    expect(await takeSlowmodes()).toEqual([slowmodeEvent(60)]);
    server.clock.advance(seconds(20));
    const refused = await post();
    expectFailure(refused, 429, "InSlowmode", { retry_after: 40 });
    expect(await takeSlowmodes()).toEqual([slowmodeEvent(40)]);
    server.clock.advance(seconds(40));
    expect((await post()).status).toBe(200);
    expect(await takeSlowmodes()).toEqual([slowmodeEvent(60)]);
    await stream[Symbol.asyncDispose]();
  });

  test("a message that a later check refuses starts the slowmode too", async () => {
    const { stream, post, takeSlowmodes, slowmodeEvent } = await newSlowChannel();
    expectFailure(await post({ content: "" }), 422, "EmptyMessage");
    expect(await takeSlowmodes()).toEqual([slowmodeEvent(60)]);
    expect((await post()).body.type).toBe("InSlowmode");
    await stream[Symbol.asyncDispose]();
  });

  test("a message that an earlier check refuses does not start the slowmode", async () => {
    const { stream, post, takeSlowmodes } = await newSlowChannel();
    expectFailure(await post({ ...draft, masquerade: {} }), 403, "MissingPermission", {
      permission: "Masquerade",
    });
    expect(await takeSlowmodes()).toEqual([]);
    expect((await post()).status).toBe(200);
    await stream[Symbol.asyncDispose]();
  });

  test("a key that slowmode refused can be used later", async () => {
    const { stream, post } = await newSlowChannel();
    await post();
    expect(outcome(await post(draft, "later"))).toBe("429 InSlowmode");
    server.clock.advance(seconds(61));
    expect(outcome(await post(draft, "later"))).toBe("200");
    await stream[Symbol.asyncDispose]();
  });

  test("of several concurrent messages, one is sent", async () => {
    const { stream, post } = await newSlowChannel();
    const outcomes = await Promise.all(Array.from({ length: 10 }, async () => outcome(await post())));
    expect(outcomes.toSorted()).toEqual(["200", ...Array(9).fill("429 InSlowmode")]);
    await stream[Symbol.asyncDispose]();
  });

  test("the slowmode applies to each user on their own, and not to users who may bypass it", async () => {
    const { id, channel, owner, stream, post, setPermissions } = await newSlowChannel();
    await post();
    const other = await newMember(server, { id });
    expect((await postMessage(server, { by: other, channel: channel }, draft)).status).toBe(200);
    for (let times = 0; times < 2; times++)
      expect((await postMessage(server, { by: owner, channel: channel }, draft)).status).toBe(200);
    await setPermissions(["BypassSlowmode"]);
    expect((await post()).status).toBe(200);
    await setPermissions([]);
    await server.client.patch(`/channels/${channel}`, { slowmode: 0 }, owner);
    expect((await post()).status).toBe(200);
    await stream[Symbol.asyncDispose]();
  });

  test("expired slowmodes are deleted", async () => {
    const { channel, stream, post } = await newSlowChannel();
    await post();
    const { services, store } = server.running;
    const countAfterSweep = async () => {
      await sweepSendingRulesJob.run({ services, read: store.read, write: store.write }, null as never);
      const rows = store.read((db) =>
        db
          .sql<ChannelsTables>()
          .selectFrom("slowmodes")
          .selectAll()
          .where("channel_id", "=", channel)
          .execute(),
      );
      return (await rows).length;
    };
    expect(await countAfterSweep()).toBe(1);
    server.clock.advance(seconds(61));
    expect(await countAfterSweep()).toBe(0);
    await stream[Symbol.asyncDispose]();
  });
});
