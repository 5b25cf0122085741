import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { failWrites } from "../../support/database/fail-writes.ts";
import {
  forbiddenCalls,
  newPrivateThings,
  type PrivateThings,
} from "../../support/hostile/forbidden-calls.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { allowLoggedErrors } from "../../support/log/test-log.ts";
import { postMessage } from "../../support/messages/sending.ts";
import { actionsDuring, newOperator, type Operator } from "../../support/operators/operators.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { minutes } from "../../support/server/test-clock.ts";
import { joinCommunity, newCommunity } from "../../support/servers/communities.ts";

describe.each([...engines])("the audit of the privilege on %s", (engine) => {
  let server: TestServer;
  let operator: Operator;
  let things: PrivateThings;
  beforeAll(async () => {
    server = await openServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    operator = await newOperator(server);
    things = await newPrivateThings(server);
  });

  const during = (work: () => Promise<void>) => actionsDuring(server, operator, work);
  const read = (channel: string, query = "") =>
    server.client.get(`/channels/${channel}/messages${query}`, operator);

  test("has a row for each act and each read that others are refused, and operators can list it", async () => {
    const calls = Object.values(forbiddenCalls(server, things));
    const rows = await during(async () => {
      for (const { make, allowed } of calls) expect(outcome(await make(operator))).toBe(allowed);
    });
    expect(rows).toEqual(calls.map(({ row }) => ({ source: "privilege", ...row })));
    const path = `/admin/audit?actor=${operator.id}&target=${things.notes}`;
    expect((await server.client.get(path, operator)).body).toMatchObject([
      {
        source: "privilege",
        actor: operator.id,
        actor_name: expect.stringMatching(/^Operator#\d{4}$/),
        action: "GET /channels/:target/messages",
        target: things.notes,
        details: {},
      },
    ]);
  });

  test("has one row for what is read again within five minutes", async () => {
    using _ = server.clock.freeze();
    const { conversation, notes, hidden } = things;
    const search = (query: string) =>
      server.client.post(`/channels/${conversation}/search`, { query }, operator);
    const targets = async (work: () => Promise<unknown>) =>
      (await during(async () => void (await work()))).map(({ target }) => target);
    expect(await targets(() => read(conversation))).toEqual([conversation]);
    expect(await targets(() => read(conversation, "?limit=5&sort=Oldest"))).toEqual([]);
    expect(await targets(() => read(notes))).toEqual([notes]);
    expect(await targets(() => read(hidden))).toEqual([hidden]);
    expect(await targets(() => search("between"))).toEqual([conversation]);
    expect(await targets(() => search("between"))).toEqual([]);
    expect(await targets(() => search("us"))).toEqual([conversation]);
    server.clock.advance(minutes(5) - 1);
    expect(await targets(() => read(conversation))).toEqual([]);
    server.clock.advance(1);
    expect(await targets(() => read(conversation))).toEqual([conversation]);
    const other = await newOperator(server);
    const byOther = await actionsDuring(server, other, async () => {
      await server.client.get(`/channels/${conversation}/messages`, other);
    });
    expect(byOther).toHaveLength(1);
  });

  test("has no row for what ordinary rights allow, or what the privilege does not allow either", async () => {
    const own = await newCommunity(server, operator);
    await joinCommunity(server, { id: things.community }, operator);
    const { client } = server;
    const rows = await during(async () => {
      const allowed = [
        await client.patch(`/servers/${own.id}`, { name: "Mine" }, operator),
        await postMessage(server, { by: operator, channel: own.channel }),
        await client.get(`/channels/${own.channel}/messages?include_users=true`, operator),
        await client.get(`/servers/${own.id}?include_channels=true`, operator),
        await client.get(`/servers/${things.community}`, operator),
        await client.get(`/users/${things.owner.id}`, operator),
        await client.get("/users/@me", operator),
        await client.get("/users/dms", operator),
      ];
      for (const response of allowed) expect(outcome(response)).toBe("200");
      const message = `/channels/${things.conversation}/messages/${operator.id}`;
      expectFailure(await client.get(message, operator), 404, "NotFound");
      expectFailure(await client.delete(message, {}, operator), 404, "NotFound");
      expectFailure(await client.get(`/channels/${operator.id}`, operator), 404, "NotFound");
      const empty = await postMessage(server, { by: operator, channel: things.conversation }, "");
      expectFailure(empty, 422, "EmptyMessage");
    });
    expect(rows).toEqual([]);
  });

  test("has a row for a wait that only the privilege ends", async () => {
    const { community, owner } = things;
    await joinCommunity(server, { id: community }, operator);
    const made = await server.client.post(`/servers/${community}/channels`, { name: "slow" }, owner);
    const channel = made.body._id;
    await server.client.patch(`/channels/${channel}`, { slowmode: 600 }, owner);
    const send = async () => {
      expect(outcome(await postMessage(server, { by: operator, channel }))).toBe("200");
    };
    expect(await during(send)).toEqual([]);
    expect(await during(send)).toMatchObject([
      { action: "POST /channels/:target/messages", target: channel },
    ]);
  });

  test("has one row for a call of several transactions", async () => {
    const { community, friend, owner } = things;
    await joinCommunity(server, { id: community }, friend);
    const stranger = await newOperator(server);
    const rows = await during(async () => {
      const opened = await server.client.get(`/users/${stranger.id}/dm`, operator);
      expect(outcome(opened)).toBe("200");
      const withOwner = await server.client.get(`/users/${owner.id}/dm`, operator);
      expect(outcome(withOwner)).toBe("200");
      // The conversation exists by now.
      expect((await server.client.get(`/users/${owner.id}/dm`, operator)).body._id).toBe(withOwner.body._id);
    });
    expect(rows.map(({ action, target }) => [action, target])).toEqual([
      ["GET /users/:target/dm", stranger.id],
      ["GET /users/:target/dm", owner.id],
      ["GET /users/:target/dm", owner.id],
    ]);
  });

  test("is written with the change and before the reply: without it, nothing is done or shown", async () => {
    allowLoggedErrors(/a request failed/);
    await using broken = await openServer(engine);
    const by = await newOperator(broken);
    const theirs = await newPrivateThings(broken);
    await failWrites(broken, { table: "operator_actions", event: "insert", code: "P0001" });
    for (const { make } of Object.values(forbiddenCalls(broken, theirs)))
      expectFailure(await make(by), 500, "InternalError");
    const { owner, conversation, message, community } = theirs;
    const history = await broken.client.get(`/channels/${conversation}/messages`, owner);
    expect(history.body.map(({ _id }: { _id: string }) => _id)).toEqual([message]);
    expect((await broken.client.get(`/servers/${community}`, owner)).body.name).toBe("Place");
    expect((await broken.client.get("/users/@me", owner)).body).not.toHaveProperty("display_name");
    // What needs no privilege needs no row.
    expect(outcome(await broken.client.get("/users/@me", by))).toBe("200");
    expect(outcome(await broken.client.patch("/users/@me", { display_name: "Me" }, by))).toBe("200");
  });
});
