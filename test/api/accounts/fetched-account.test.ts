import { expect, test } from "bun:test";
import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import {
  logIn,
  newAccount,
  newEmail,
  newTicket,
  type Person,
  password,
} from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";

/** Each test fetches the account before the change too: only then are its rows and its reply cached on SQLite. */
describeServer("the account that a session fetches", preferPostgres, (server) => {
  const fetchAccount = ({ token }: Person) => server.client.get("/auth/account", { token });
  async function expectAccount(of: Person, email: string): Promise<void> {
    const { status, body } = await fetchAccount(of);
    expect({ status, body }).toEqual({ status: 200, body: { _id: of.id, email } });
  }
  async function twoSessions(): Promise<[Person, Person]> {
    const person = await newAccount(server);
    const sessions: [Person, Person] = [person, await logIn(server, person.email)];
    for (const session of sessions) await expectAccount(session, person.email);
    return sessions;
  }

  test("can be fetched with everything that its settings show", async () => {
    const person = await newAccount(server);
    const fetchAll = (paths: readonly string[]) =>
      Promise.all(paths.map(async (path) => (await server.client.get(path, person)).body));
    const [overview, account, mfa, methods, passkeys, sessions, sign_ins, identities] = await fetchAll([
      "/auth/account/overview",
      "/auth/account",
      "/auth/mfa",
      "/auth/mfa/methods",
      "/auth/passkeys",
      "/auth/session/all",
      "/auth/account/sign_ins",
      "/auth/oidc/identities",
    ]);
    expect(overview).toEqual({ account, mfa, methods, passkeys, sessions, sign_ins, identities });
  });

  test("is that of the session, whichever was fetched before", async () => {
    const [ann, bob] = [await newAccount(server), await newAccount(server)];
    for (const person of [ann, bob, ann, bob]) await expectAccount(person, person.email);
  });

  test("is current after each change by another session", async () => {
    const [one, other] = await twoSessions();
    for (const email of [newEmail(), newEmail()]) {
      const change = { email, current_password: password };
      const { status } = await server.client.patch("/auth/account/change/email", change, {
        token: other.token,
      });
      expect(status).toBe(204);
      for (const session of [one, other]) await expectAccount(session, email);
    }
  });

  test("does not show a change before its commit, nor one that is rolled back", async () => {
    const [one] = await twoSessions();
    const failure = new Error("rolled back");
    const change = server.running.store.write(async (tx) => {
      await updateAccount(tx, one.id, { email: newEmail() });
      await expectAccount(one, one.email);
      throw failure;
    });
    expect(await change.catch((error) => error)).toBe(failure);
    await expectAccount(one, one.email);
  });

  test("is refused once another session has ended this one", async () => {
    const [one, other] = await twoSessions();
    const { status } = await server.client.delete(
      `/auth/session/${one.sessionId}`,
      {},
      { token: other.token },
    );
    expect(status).toBe(204);
    expectFailure(await fetchAccount(one), 401, "InvalidSession");
    await expectAccount(other, other.email);
    await server.client.post("/auth/session/logout", {}, { token: other.token });
    expectFailure(await fetchAccount(other), 401, "InvalidSession");
  });

  test("is refused to all sessions once one of them has disabled it, or it is deleted", async () => {
    const disabled = await twoSessions();
    const [{ token }] = disabled;
    const ticket = await newTicket(server, disabled[0]);
    const { status } = await server.client.post("/auth/account/disable", {}, { token, ticket });
    expect(status).toBe(204);
    const deleted = await twoSessions();
    await server.running.store.write((tx) => purgeAccount(tx, deleted[0].id));
    for (const session of [...disabled, ...deleted])
      expectFailure(await fetchAccount(session), 401, "InvalidSession");
  });
});
