import { beforeEach, expect, test } from "bun:test";
import { newUser } from "../../support/accounts/people.ts";
import { inviteBot, newBot } from "../../support/bots/bots.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import {
  forbiddenCalls,
  newPrivateThings,
  type PrivateThings,
} from "../../support/hostile/forbidden-calls.ts";
import type { CallOptions } from "../../support/http/client.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { makePrivileged, newOperator } from "../../support/operators/operators.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { minutes } from "../../support/server/test-clock.ts";
import { joinCommunity } from "../../support/servers/communities.ts";

describeServer("outside of the admin API, operators,", anyEngine, (server) => {
  let things: PrivateThings;
  beforeEach(async () => {
    things = await newPrivateThings(server);
  });

  /** Refused like anybody else, without a trace. */
  async function expectRefused(by: CallOptions, exceptions: Record<string, string> = {}): Promise<void> {
    const before = await dumpTables(server);
    for (const [name, { make, refused }] of Object.entries(forbiddenCalls(server, things)))
      expect([name, outcome(await make(by))]).toEqual([name, exceptions[name] ?? refused]);
    expect(await dumpTables(server)).toEqual(before);
  }

  test("are refused like strangers, with a confirmed second factor or without", async () => {
    await expectRefused(await newUser(server));
    const unconfirmed = await newUser(server);
    await makePrivileged(server, unconfirmed);
    await expectRefused(unconfirmed);
    await expectRefused(await newOperator(server));
  });

  test("are refused as bots, whose flag and owner change nothing", async () => {
    const operator = await newOperator(server);
    const bot = await newBot(server, operator);
    await makePrivileged(server, bot);
    await inviteBot(server, bot, { server: things.community, by: things.owner });
    const exceptions = {
      "a search in a conversation": "400 IsBot",
      "a user": "200",
    };
    await expectRefused({ bot: bot.token }, exceptions);
    // A session in addition to the token of a bot does not count.
    await expectRefused({ bot: bot.token, token: operator.token }, exceptions);
  });

  test("see what other members see", async () => {
    const operator = await newOperator(server);
    const { community } = things;
    await joinCommunity(server, { id: community }, operator);
    const { body } = await server.client.get(`/servers/${community}?include_channels=true`, operator);
    expect(body.channels).toEqual([]);
    const audit = await server.client.get(`/servers/${community}/audit_logs`, operator);
    expect(outcome(audit)).toBe("403 MissingPermission");
  });

  test("wait like others in a channel with slowmode, and can be timed out", async () => {
    const operator = await newOperator(server);
    const { community, owner } = things;
    await joinCommunity(server, { id: community }, operator);
    const { client } = server;
    const made = await client.post(`/servers/${community}/channels`, { name: "slow" }, owner);
    await client.patch(`/channels/${made.body._id}`, { slowmode: 600 }, owner);
    const send = async () =>
      outcome(await client.post(`/channels/${made.body._id}/messages`, { content: "hi" }, operator));
    expect([await send(), await send()]).toEqual(["200", "429 InSlowmode"]);
    const timeout = new Date(server.clock.now() + minutes(10)).toISOString();
    const member = `/servers/${community}/members/${operator.id}`;
    expect(outcome(await client.patch(member, { timeout }, owner))).toBe("200");
    expect(await send()).toBe("403 MissingPermission");
  });
});
