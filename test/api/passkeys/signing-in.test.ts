import { expect, test } from "bun:test";
import { createAccount, createTicket, purgeAccount } from "../../../src/domains/accounts/index.ts";
import type { AccountsTables } from "../../../src/domains/accounts/tables.ts";
import { newAccount, newUser, password } from "../../support/accounts/people.ts";
import { turnOnTotp } from "../../support/accounts/second-factor.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { withoutPasswords } from "../../support/oidc/identity-provider.ts";
import { makePrivileged } from "../../support/operators/operators.ts";
import {
  addPasskey,
  newAuthenticator,
  newPasskey,
  newPasskeyTicket,
  signInWithPasskey,
} from "../../support/passkeys/passkeys.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { openServer } from "../../support/server/server.ts";
import { hours, minutes } from "../../support/server/test-clock.ts";

const config = { public_url: "https://chat.example.org" };

describeServer("logging in with a passkey", anyEngine, { config }, (server, engine) => {
  test("is one step, and asks for no passkey in particular", async () => {
    const owner = await newAccount(server);
    const { authenticator } = await newPasskey(server, owner);
    const { body: request } = await server.client.post("/auth/passkeys/sign_in");
    expect(request.options).toMatchObject({
      rpId: "chat.example.org",
      allowCredentials: [],
      userVerification: "required",
    });
    const login = { passkey: authenticator.answer(request), friendly_name: "phone" };
    const { body: session } = await server.client.post("/auth/session/login", login);
    expect(session).toMatchObject({ result: "Success", user_id: owner.id, name: "phone" });
    expect((await server.client.get("/auth/account", session)).body._id).toBe(owner.id);
    const { body } = await server.client.get("/auth/passkeys", session);
    expect(body.passkeys).toMatchObject([{ last_used_at: expect.any(String) }]);
  });

  test("is enough for an account with an authenticator app, and the password stays as it was", async () => {
    const owner = await newAccount(server);
    const { authenticator } = await newPasskey(server, owner);
    const logIn = () => server.client.post("/auth/session/login", { email: owner.email, password });
    expect((await logIn()).body.result).toBe("Success");
    await turnOnTotp(server, owner);
    expect((await signInWithPasskey(server, authenticator)).body.result).toBe("Success");
    expect((await logIn()).body.result).toBe("MFA");
  });

  test("of a disabled account tells so", async () => {
    const owner = await newAccount(server);
    const { authenticator } = await newPasskey(server, owner);
    const ticket = await newPasskeyTicket(server, owner, authenticator);
    await server.client.post("/auth/account/disable", {}, { token: owner.token, ticket });
    expect((await signInWithPasskey(server, authenticator)).body).toEqual({
      result: "Disabled",
      user_id: owner.id,
    });
  });

  test("of a deleted account does not work, and nothing of its passkeys is left", async () => {
    const owner = await newAccount(server);
    const { authenticator } = await newPasskey(server, owner);
    await server.client.post("/auth/passkeys/proof", {}, owner);
    await server.running.store.write((tx) => purgeAccount(tx, owner.id));
    expectFailure(await signInWithPasskey(server, authenticator), 401, "InvalidToken");
    const left = await server.running.store.read(async (db) => {
      const tables = db.sql<AccountsTables>();
      const count = (table: "passkeys" | "passkey_challenges") =>
        tables.selectFrom(table).selectAll().where("account_id", "=", owner.id).execute();
      return [...(await count("passkeys")), ...(await count("passkey_challenges"))];
    });
    expect(left).toEqual([]);
  });

  test("is locked out after three wrong answers, from the same network, as after wrong passwords", async () => {
    const owner = await newAccount(server);
    const { authenticator } = await newPasskey(server, owner);
    for (let count = 0; count < 3; count++)
      expectFailure(await signInWithPasskey(server, authenticator, { isForged: true }), 401, "InvalidToken");
    expectFailure(await signInWithPasskey(server, authenticator), 403, "LockedOut");
    server.clock.advance(minutes(2));
    expect((await signInWithPasskey(server, authenticator)).body.result).toBe("Success");
    // The right one has reset the count.
    await signInWithPasskey(server, authenticator, { isForged: true });
    await signInWithPasskey(server, authenticator, { isForged: true });
    expect((await signInWithPasskey(server, authenticator)).body.result).toBe("Success");
  });

  test("counts for the limits of the address and of the account", async () => {
    await using limited = await openServer(engine, {
      config: { ...config, ratelimits: { enabled: true, auth: 5 } },
    });
    const begin = () => limited.client.post("/auth/passkeys/sign_in");
    const outcomes = [];
    for (let count = 0; count < 6; count++) outcomes.push(outcome(await begin()));
    expect(outcomes).toEqual(["200", "200", "200", "200", "200", "429 undefined"]);
  });

  test("works where passwords are off, and so does a proof", async () => {
    await using off = await openServer(engine, { config: { ...config, ...withoutPasswords } });
    const { running, client } = off;
    // As `ermine accounts sign-in` gives it to somebody without an identity.
    const tickets = await running.store.write(async (tx) => {
      const id = await createAccount(tx, { email: "somebody@example.org", passwordHash: "", verified: true });
      const login = await createTicket(tx, id, { authorised: true });
      const proof = await createTicket(tx, id, { validated: true });
      return { login: login.token, proof: proof.token };
    });
    const { body: session } = await client.post("/auth/session/login", { mfa_ticket: tickets.login });
    const authenticator = newAuthenticator(off);
    const added = await addPasskey(off, session, { authenticator, ticket: tickets.proof });
    expect(added.status).toBe(200);
    expect((await signInWithPasskey(off, authenticator)).body.result).toBe("Success");
    expect(await newPasskeyTicket(off, session, authenticator)).toBeString();
  });

  test("confirms an operator for fifteen minutes, and a passkey confirms again", async () => {
    const owner = await newUser(server, "Operator");
    await makePrivileged(server, owner);
    const { authenticator } = await newPasskey(server, owner);
    const { body: session } = await signInWithPasskey(server, authenticator);
    const stats = () => server.client.get("/admin/overview", session);
    expect((await stats()).status).toBe(200);
    server.clock.advance(minutes(16));
    expectFailure(await stats(), 403, "ConfirmationRequired");
    // The password alone proves no second factor.
    const { body: byPassword } = await server.client.put("/auth/mfa/ticket", { password }, session);
    const confirm = (ticket: string) =>
      server.client.post("/admin/confirm", {}, { token: session.token, ticket });
    expectFailure(await confirm(byPassword.token), 401, "InvalidToken");
    expect((await confirm(await newPasskeyTicket(server, session, authenticator))).status).toBe(200);
    expect((await stats()).status).toBe(200);
  });

  test("challenges that nobody answers are deleted", async () => {
    await server.client.post("/auth/passkeys/sign_in");
    server.clock.advance(hours(2));
    await server.drain();
    const left = await server.running.store.read((db) =>
      db.sql<AccountsTables>().selectFrom("passkey_challenges").selectAll().execute(),
    );
    expect(left).toEqual([]);
  });
});
