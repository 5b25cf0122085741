import { expect, test } from "bun:test";
import { newAccount, newTicket, newUser, type Person, password } from "../../support/accounts/people.ts";
import { newTotpTicket, nextCode, turnOnTotp } from "../../support/accounts/second-factor.ts";
import { newBot } from "../../support/bots/bots.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import {
  actionsOf,
  confirm,
  makePrivileged,
  newOperator,
  type Operator,
} from "../../support/operators/operators.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { minutes } from "../../support/server/test-clock.ts";

describeServer("access to the admin API", anyEngine, (server) => {
  const list = (caller: { token?: string; bot?: string }) => server.client.get("/admin/users", caller);
  const confirmBy = (caller: { token?: string; ticket?: string; bot?: string }) =>
    server.client.post("/admin/confirm", {}, caller);
  /** Refused whatever they are asked for, and nothing changes. */
  const disable = (caller: Pick<Person, "token">, { id }: Pick<Person, "id">) =>
    server.client.post(`/admin/users/${id}/disable`, {}, { token: caller.token });

  test("needs a session of a user: neither strangers nor bots nor accounts without a user have it", async () => {
    expectFailure(await list({}), 401, "InvalidSession");
    expectFailure(await confirmBy({}), 401, "InvalidSession");
    const owner = await newOperator(server);
    const bot = await newBot(server, owner);
    await makePrivileged(server, bot);
    for (const call of [list, confirmBy])
      expectFailure(await call({ bot: bot.token }), 401, "InvalidSession");
    const { token } = await newAccount(server);
    expectFailure(await list({ token }), 401, "InvalidSession");
    expectFailure(await confirmBy({ token }), 403, "NotPrivileged");
  });

  test("needs an operator, and a second factor that is proved by a ticket", async () => {
    using _ = server.clock.freeze();
    const person = await newUser(server);
    expectFailure(await list(person), 403, "NotPrivileged");
    expectFailure(await confirmBy(person), 403, "NotPrivileged");
    await makePrivileged(server, person);
    expectFailure(await list(person), 403, "ConfirmationRequired");
    const ofPassword = await newTicket(server, person);
    expectFailure(await confirmBy({ token: person.token, ticket: ofPassword }), 403, "SecondFactorRequired");
    expectFailure(await list(person), 403, "ConfirmationRequired");

    const secret = await turnOnTotp(server, person);
    expectFailure(await list(person), 403, "ConfirmationRequired");
    for (const ticket of [undefined, "unknown"])
      expectFailure(await confirmBy({ token: person.token, ...(ticket && { ticket }) }), 401, "InvalidToken");
    const other = await newOperator(server);
    const foreign = await newTotpTicket(server, other, other.secret);
    expectFailure(await confirmBy({ token: person.token, ticket: foreign }), 401, "InvalidToken");

    const ticket = await newTotpTicket(server, person, secret);
    const confirmed = await confirmBy({ token: person.token, ticket });
    expect(outcome(confirmed)).toBe("200");
    expect(Date.parse(confirmed.body.confirmed_until)).toBe(server.clock.now() + minutes(15));
    expect(outcome(await list(person))).toBe("200");
    expectFailure(await confirmBy({ token: person.token, ticket }), 401, "InvalidToken");
  });

  test("ends 15 minutes after the proof, also for those who use it, and is of one session", async () => {
    using _ = server.clock.freeze();
    const operator = await newOperator(server);
    const second = await logInWithCode(operator);
    // A login with a code is a proof as well.
    expect(outcome(await list(second))).toBe("200");
    server.clock.advance(minutes(15));
    await confirm(server, operator);
    server.clock.advance(1);
    expectFailure(await list(second), 403, "ConfirmationRequired");
    server.clock.advance(minutes(15) - 1);
    expect(outcome(await list(operator))).toBe("200");
    server.clock.advance(1);
    const victim = await newUser(server);
    // The jobs that are due by now delete the outdated tickets.
    await server.drain();
    const before = await dumpTables(server);
    expectFailure(await list(operator), 403, "ConfirmationRequired");
    expectFailure(await disable(operator, victim), 403, "ConfirmationRequired");
    expect(await dumpTables(server)).toEqual(before);
    await confirm(server, operator);
    expect(outcome(await list(operator))).toBe("200");
  });

  test("is lost with the privilege, and with the session", async () => {
    const [operator, other] = [await newOperator(server), await newOperator(server)];
    const demoted = await server.client.patch(`/admin/users/${other.id}`, { privileged: false }, operator);
    expect(outcome(demoted)).toBe("200");
    expectFailure(await list(other), 403, "NotPrivileged");
    await server.client.post("/auth/session/logout", {}, operator);
    expectFailure(await list(operator), 401, "InvalidSession");
  });

  test("stays with one of two operators who take it from each other at once", async () => {
    const pair = [await newOperator(server), await newOperator(server)] as const;
    const demote = (by: Operator, { id }: Operator) =>
      server.client.patch(`/admin/users/${id}`, { privileged: false }, by);
    const outcomes = await Promise.all([demote(...pair), demote(pair[1], pair[0])]);
    expect(outcomes.map(outcome).toSorted()).toEqual(["200", "403 NotPrivileged"]);
    const left = await Promise.all(pair.map(async (operator) => outcome(await list(operator))));
    expect(left.toSorted()).toEqual(["200", "403 NotPrivileged"]);
  });

  test("does not let operators shut themselves out, and a refused call is not recorded", async () => {
    const operator = await newOperator(server);
    const self = `/admin/users/${operator.id}`;
    const before = await dumpTables(server);
    for (const refused of [
      await disable(operator, operator),
      await server.client.post(`${self}/wipe`, { reason: "spam" }, operator),
      await server.client.patch(self, { privileged: false, flags: 1 }, operator),
    ])
      expectFailure(refused, 400, "InvalidOperation");
    expect(await dumpTables(server)).toEqual(before);
    expect(await actionsOf(server, operator)).toEqual([]);
  });

  async function logInWithCode({ id, email, secret }: Operator): Promise<Person> {
    const { client } = server;
    const held = await client.post("/auth/session/login", { email, password });
    const mfa_response = { totp_code: nextCode(server, secret) };
    const { body } = await client.post("/auth/session/login", { mfa_ticket: held.body.ticket, mfa_response });
    return { id, email, token: body.token, sessionId: body._id };
  }
});
