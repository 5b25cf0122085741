import { describe, expect, test } from "bun:test";
import { requestDeletion as scheduleDeletion } from "../../../src/domains/accounts/actions/close-account.ts";
import { createAccount } from "../../../src/domains/accounts/actions/register.ts";
import { findAccount } from "../../../src/domains/accounts/store/accounts.ts";
import { findUser, updateUser } from "../../../src/domains/users/store/users.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import {
  mailsTo,
  newVerifiedAccount,
  openMailing,
  registerAndLogIn,
  waitForCode,
} from "../../support/accounts/mailing.ts";
import {
  logIn,
  newAccount,
  newEmail,
  newTicket,
  newUser,
  type Person,
  password,
} from "../../support/accounts/people.ts";
import { newRecoveryCodes, newTotpTicket, turnOnTotp } from "../../support/accounts/second-factor.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { days, hours } from "../../support/server/test-clock.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

function login({ client }: TestServer, email: string) {
  return client.post("/auth/session/login", { email, password });
}

async function requestDeletion(server: TestServer, person: Person): Promise<void> {
  const ticket = await newTicket(server, person);
  const { status, body } = await server.client.post(
    "/auth/account/delete",
    {},
    { token: person.token, ticket },
  );
  expect({ status, body }).toEqual({ status: 204, body: undefined });
}

async function expectDisabled(server: TestServer, { email, id, token }: Person): Promise<void> {
  const { status, body } = await login(server, email);
  expect({ status, body }).toEqual({ status: 200, body: { result: "Disabled", user_id: id } });
  expectFailure(await server.client.get("/auth/account", { token }), 401, "InvalidSession");
}

for (const engine of anyEngine) {
  describe(`disabling and deleting accounts on ${engine}`, () => {
    test("disabling ends all sessions and refuses logins", async () => {
      await using server = await openServer(engine);
      const person = await newAccount(server);
      const elsewhere = await logIn(server, person.email);
      const options = { token: person.token, ticket: await newTicket(server, person) };
      const { status, body } = await server.client.post("/auth/account/disable", {}, options);
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      await expectDisabled(server, person);
      await expectDisabled(server, elsewhere);
      const wrong = { email: person.email, password: "not the password" };
      expectFailure(await server.client.post("/auth/session/login", wrong), 401, "InvalidCredentials");
      server.clock.advance(days(8));
      await server.drain();
      await expectDisabled(server, person);
    });

    test("without mail a deletion is scheduled immediately", async () => {
      await using server = await openServer(engine);
      const person = await newAccount(server);
      await requestDeletion(server, person);
      await expectDisabled(server, person);
    });

    test("with mail a deletion needs the code, which works once within a day", async () => {
      await using mailing = await openMailing(engine);
      const { server } = mailing;
      const confirm = (token: string) => server.client.put("/auth/account/delete", { token });
      const [early, late] = [await newVerifiedAccount(mailing), await newVerifiedAccount(mailing)];
      for (const person of [early, late]) await requestDeletion(server, person);
      const [first, second] = [
        await waitForCode(mailing, early.email, "delete"),
        await waitForCode(mailing, late.email, "delete"),
      ];
      expect((await server.client.get("/auth/account", { token: early.token })).status).toBe(200);
      expect((await login(server, early.email)).body.result).toBe("Success");

      expectFailure(await confirm("unknown"), 401, "InvalidToken");
      const shapeless = await server.client.put("/auth/account/delete", { code: first });
      expectFailure(shapeless, 400, "FailedValidation", { error: expect.any(String) });
      server.clock.advance(hours(23));
      const { status, body } = await confirm(first);
      expect({ status, body }).toEqual({ status: 204, body: undefined });
      await expectDisabled(server, early);
      expectFailure(await confirm(first), 401, "InvalidToken");

      server.clock.advance(hours(1));
      expectFailure(await confirm(second), 401, "InvalidToken");
      server.clock.advance(days(30));
      await server.drain();
      expect((await login(server, late.email)).body.result).toBe("Success");
    });

    test("a new code invalidates the one before", async () => {
      await using mailing = await openMailing(engine);
      const { server } = mailing;
      const person = await newVerifiedAccount(mailing);
      await requestDeletion(server, person);
      const old = await waitForCode(mailing, person.email, "delete");
      await requestDeletion(server, person);
      const code = await waitForCode(mailing, person.email, "delete");
      expectFailure(await server.client.put("/auth/account/delete", { token: old }), 401, "InvalidToken");
      expect((await server.client.put("/auth/account/delete", { token: code })).status).toBe(204);
    });

    test("after seven days the account is purged, and its user is marked as deleted", async () => {
      await using mailing = await openMailing(engine);
      const { server } = mailing;
      const { store } = server.running;
      const person = await newVerifiedAccount(mailing);
      const bystander = await newVerifiedAccount(mailing);
      for (const [index, { token }] of [person, bystander].entries()) {
        await server.client.post("/onboard/complete", { username: `Leaver${index}` }, { token });
      }
      await store.write((tx) => updateUser(tx, person.id, { privileged: 1 }));
      const ticket = await newTicket(server, person);
      await newRecoveryCodes(server, person, ticket);
      const secret = await turnOnTotp(server, person);
      const deletionTicket = await newTotpTicket(server, person, secret);
      await server.client.post("/auth/account/delete", {}, { token: person.token, ticket: deletionTicket });
      await server.client.put("/auth/account/delete", {
        token: await waitForCode(mailing, person.email, "delete"),
      });

      await using all = await recordEvents(server, "all");
      await using own = await recordEvents(server, [topic.user(person.id)]);
      await using blocked = await recordEvents(server, [topic.blockedBy(person.id)]);
      server.clock.advance(days(7) - hours(1));
      await server.drain();
      expect((await login(server, person.email)).body.result).toBe("MFA");
      expect(all.received).toEqual([]);

      server.clock.advance(hours(2));
      await server.drain();
      expectFailure(await login(server, person.email), 401, "InvalidCredentials");
      const username = `Deleted User ${person.id}`;
      expect(own.received).toEqual([
        {
          name: "UserUpdate",
          payload: {
            id: person.id,
            data: { username, discriminator: "0000", flags: 2, privileged: false },
            clear: [
              "Avatar",
              "StatusText",
              "StatusPresence",
              "ProfileContent",
              "ProfileBackground",
              "Internal",
            ],
            event_id: null,
          },
        },
      ]);
      expect(all.received).toEqual([...own.received, ...blocked.received]);
      expect(await store.read((db) => findUser(db, person.id))).toMatchObject({
        username,
        discriminator: "0000",
        flags: 2,
        privileged: 0,
      });
      const account = await store.read((db) => findAccount(db, person.id));
      expect(account).toMatchObject({
        password_hash: "",
        totp_secret_sealed: null,
        recovery_codes_sealed: null,
      });
      expect(JSON.stringify(account)).not.toContain(person.email);

      await server.client.post("/auth/account/reset_password", { email: person.email });
      const mails = await mailsTo(mailing, person.email);
      const successor = await registerAndLogIn(mailing, person.email);
      expect(await mailsTo(mailing, person.email)).toHaveLength(mails.length + 1);
      expect(successor.id).not.toBe(person.id);
      expect((await server.client.get("/onboard/hello", { token: successor.token })).body).toEqual({
        onboarding: true,
      });
      expect((await server.client.get("/users/@me", { token: bystander.token })).body.username).toBe(
        "Leaver1",
      );
    });

    test("many deletions may be due at the same time, also of accounts without a user", async () => {
      await using server = await openServer(engine);
      const users = await Promise.all(Array.from({ length: 3 }, () => newUser(server)));
      for (const person of users) await requestDeletion(server, person);
      const accounts = await server.running.store.write(async (tx) => {
        const ids: string[] = [];
        for (let index = 0; index < 52; index++) {
          const id = await createAccount(tx, { email: newEmail(), passwordHash: "", verified: true });
          await scheduleDeletion(tx, id);
          ids.push(id);
        }
        return ids;
      });
      await using all = await recordEvents(server, "all");
      server.clock.advance(days(7) + hours(1));
      await server.drain();
      for (const { email } of users) expectFailure(await login(server, email), 401, "InvalidCredentials");
      for (const id of accounts) {
        const account = await server.running.store.read((db) => findAccount(db, id));
        expect(account?.deletion).toBe("deleted");
      }
      // Users related to the deleted user receive the event, blocked ones included.
      expect(all.received.map(({ name }) => name)).toEqual(Array(6).fill("UserUpdate"));
      // The next run of the job has nothing to do.
      server.clock.advance(days(8));
      await server.drain();
      expect(all.received).toHaveLength(6);
    });
  });
}
