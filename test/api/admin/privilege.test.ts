import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { fail } from "../../../src/declare/error.ts";
import type { AnyTx } from "../../../src/declare/tx.ts";
import { routes } from "../../../src/domains/index.ts";
import { PrivilegedCall } from "../../../src/http/privileged-call.ts";
import { RecordedReads } from "../../../src/http/recorded-reads.ts";
import { hasPrivilege } from "../../../src/permissions/privilege.ts";
import { logIn, newUser } from "../../support/accounts/people.ts";
import { turnOnTotp } from "../../support/accounts/second-factor.ts";
import { inviteBot, newBot } from "../../support/bots/bots.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import {
  forbiddenCalls,
  newPrivateThings,
  type PrivateThings,
} from "../../support/hostile/forbidden-calls.ts";
import type { CallOptions } from "../../support/http/client.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import {
  actionsOf,
  confirm,
  makePrivileged,
  newOperator,
  type Operator,
} from "../../support/operators/operators.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { runCommand } from "../../support/server/run-command.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { minutes } from "../../support/server/test-clock.ts";
import { joinCommunity } from "../../support/servers/communities.ts";

describe.each([...anyEngine])("the rights of an operator, on %s", (engine) => {
  let server: TestServer;
  let things: PrivateThings;
  beforeAll(async () => {
    server = await openServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    things = await newPrivateThings(server);
  });

  async function outcomesFor(by: CallOptions): Promise<Record<string, string>> {
    const outcomes: Record<string, string> = {};
    for (const [name, { make }] of Object.entries(forbiddenCalls(server, things)))
      outcomes[name] = outcome(await make(by));
    return outcomes;
  }
  const expected = (verdict: "refused" | "allowed") =>
    Object.fromEntries(
      Object.entries(forbiddenCalls(server, things)).map(([name, call]) => [name, call[verdict]]),
    );

  /** Refused like anybody else, without a trace. */
  async function expectOrdinary(by: CallOptions): Promise<void> {
    const before = await dumpTables(server);
    expect(await outcomesFor(by)).toEqual(expected("refused"));
    expect(await dumpTables(server)).toEqual(before);
  }

  test("are an ordinary user's before the second factor is confirmed", async () => {
    const person = await newUser(server);
    await expectOrdinary(person);
    await makePrivileged(server, person);
    await expectOrdinary(person);
    await turnOnTotp(server, person);
    await expectOrdinary(person);
  });

  test("apply in a session that has confirmed it, for 15 minutes", async () => {
    using _ = server.clock.freeze();
    const operator = await newOperator(server);
    server.clock.advance(minutes(15));
    expect(await outcomesFor(operator)).toEqual(expected("allowed"));
    server.clock.advance(1);
    things = await newPrivateThings(server);
    await expectOrdinary(operator);
    expect((await confirm(server, operator)).status).toBe(200);
    expect(await outcomesFor(operator)).toEqual(expected("allowed"));
  });

  test("apply in no other session of the same user", async () => {
    const person = await newUser(server);
    const other = await logIn(server, person.email);
    await makePrivileged(server, person);
    const operator: Operator = { ...person, secret: await turnOnTotp(server, person) };
    expect((await confirm(server, operator)).status).toBe(200);
    await expectOrdinary(other);
    expect(await outcomesFor(operator)).toEqual(expected("allowed"));
  });

  test("end with the privilege", async () => {
    const operator = await newOperator(server);
    await runCommand(server, "users", "demote", operator.id);
    await expectOrdinary(operator);
  });

  test("end with the privilege even while a call runs", async () => {
    const operator = await newOperator(server);
    const route = routes.find(({ id }) => id === "edit_user_edit");
    if (!route) throw new Error("there is no such route");
    const start = () => {
      const input = { params: { target: things.owner.id }, caller: { userId: operator.id } };
      const recordedReads = new RecordedReads(server.clock);
      return new PrivilegedCall({ route, call: input, store: server.running.store, recordedReads });
    };
    const work = async (tx: AnyTx) => {
      if (!hasPrivilege(tx, operator.id)) throw fail("NotPrivileged");
    };
    await start().write(work);
    const running = start();
    await runCommand(server, "users", "demote", operator.id);
    await expect(running.write(work)).rejects.toMatchObject({ type: "NotPrivileged" });
    expect(await actionsOf(server, operator)).toHaveLength(1);
  });

  test("are never those of a bot, whatever its flag and whoever owns it", async () => {
    const operator = await newOperator(server);
    const bot = await newBot(server, operator);
    await makePrivileged(server, bot);
    await inviteBot(server, bot, { server: things.community, by: things.owner });
    expect((await server.client.get(`/servers/${things.community}`, { bot: bot.token })).status).toBe(200);
    const outcomes = await outcomesFor({ bot: bot.token });
    expect(outcomes).toEqual({ ...expected("refused"), "a search in a conversation": "400 IsBot" });
    // A session in addition to the token of a bot does not count.
    expect(await outcomesFor({ bot: bot.token, token: operator.token })).toEqual(outcomes);
    expect(await actionsOf(server, bot)).toEqual([]);
  });

  test("show in a reply what it would hide from others", async () => {
    const operator = await newOperator(server);
    const { community, hidden, owner } = things;
    await joinCommunity(server, { id: community }, operator);
    const fetchChannels = async (by: CallOptions) => {
      const { body } = await server.client.get(`/servers/${community}?include_channels=true`, by);
      return body.channels.map(({ _id }: { _id: string }) => _id);
    };
    expect(await fetchChannels(owner)).toEqual([hidden]);
    expect(await fetchChannels(operator)).toEqual([hidden]);
    server.clock.advance(minutes(16));
    expect(await fetchChannels(operator)).toEqual([]);
  });

  test("do not reach calls, which outlast a confirmation", async () => {
    const operator = await newOperator(server);
    const join = await server.client.post(`/channels/${things.conversation}/join_call`, {}, operator);
    expectFailure(join, 403, "MissingPermission", { permission: "Connect" });
    expect(await actionsOf(server, operator)).toEqual([]);
  });

  test("protect nobody from moderators: as a target, an operator is like others", async () => {
    const operator = await newOperator(server);
    const { community, owner } = things;
    await joinCommunity(server, { id: community }, operator);
    const member = `/servers/${community}/members/${operator.id}`;
    const timeout = new Date(server.clock.now() + minutes(10)).toISOString();
    expect(outcome(await server.client.patch(member, { timeout }, owner))).toBe("200");
  });
});
