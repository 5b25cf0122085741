import { expect, test } from "bun:test";
import { findAccount, updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import { logIn, newAccount, newTicket, password } from "../../support/accounts/people.ts";
import { nextCode, turnOnTotp } from "../../support/accounts/second-factor.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

const other = "quite another password";

describeServer("changing the password", anyEngine, (server) => {
  const change = (token: string, body: object) =>
    server.client.patch("/auth/account/change/password", body, { token });
  const login = (email: string, secret: string) =>
    server.client.post("/auth/session/login", { email, password: secret });

  test("takes effect immediately and ends the other sessions, with the ordinary event", async () => {
    await using events = await recordEvents(server, "all");
    const { id, email, token, sessionId } = await newAccount(server);
    const elsewhere = await logIn(server, email);
    const { status, body } = await change(token, { password: other, current_password: password });
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expectFailure(await login(email, password), 401, "InvalidCredentials");
    expect((await login(email, other)).body.result).toBe("Success");
    expect((await server.client.get("/auth/account", { token })).status).toBe(200);
    expectFailure(
      await server.client.get("/auth/account", { token: elsewhere.token }),
      401,
      "InvalidSession",
    );
    const payload = { event_type: "DeleteAllSessions", user_id: id, exclude_session_id: sessionId };
    expect(events.received).toEqual([{ name: "Auth", payload }]);
  });

  test("ends no session if the caller says so", async () => {
    await using events = await recordEvents(server, "all");
    const { email, token } = await newAccount(server);
    const elsewhere = await logIn(server, email);
    const body = { password: other, current_password: password, remove_sessions: false };
    expect((await change(token, body)).status).toBe(204);
    for (const alive of [token, elsewhere.token]) {
      expect((await server.client.get("/auth/account", { token: alive })).status).toBe(200);
    }
    expect(events.received).toEqual([]);
  });

  test("ends all tickets of the account", async () => {
    const person = await newAccount(server);
    const early = await newTicket(server, person);
    const secret = await turnOnTotp(server, person);
    const { ticket: mfa_ticket } = (await login(person.email, password)).body;
    const body = { password: other, current_password: password };
    expect((await change(person.token, body)).status).toBe(204);
    const mfa_response = { totp_code: nextCode(server, secret) };
    expectFailure(
      await server.client.post("/auth/session/login", { mfa_ticket, mfa_response }),
      401,
      "InvalidToken",
    );
    const sensitive = { token: person.token, ticket: early };
    expectFailure(await server.client.post("/auth/mfa/recovery", {}, sensitive), 401, "InvalidToken");
  });

  test("checks the session, the body, the new password and the current one, in this order", async () => {
    const { email, token } = await newAccount(server);
    expectFailure(await change("none", {}), 401, "InvalidSession");
    expectFailure(await change(token, { password: other }), 400, "FailedValidation", {
      error: expect.any(String),
    });
    expectFailure(
      await change(token, { password: "short", current_password: "wrong" }),
      400,
      "ShortPassword",
    );
    expectFailure(
      await change(token, { password: "12345678", current_password: "wrong" }),
      400,
      "CompromisedPassword",
    );
    expectFailure(
      await change(token, { password: other, current_password: "wrong" }),
      401,
      "InvalidCredentials",
    );
    expectFailure(await change(token, { password: other, current_password: "" }), 401, "InvalidCredentials");
    expect((await login(email, password)).body.result).toBe("Success");
  });

  test("of two concurrent changes, one succeeds and the other has an outdated current password", async () => {
    const { email, token } = await newAccount(server);
    const candidates = ["first candidate of two", "second candidate of two"];
    const responses = await Promise.all(
      candidates.map((candidate) => change(token, { password: candidate, current_password: password })),
    );
    expect(responses.map(outcome).sort()).toEqual(["204", "401 InvalidCredentials"]);
    const winner = candidates[responses.findIndex(({ status }) => status === 204)] ?? "";
    expect((await login(email, winner)).body.result).toBe("Success");
  });

  test("hashes are Argon2id with different salts", async () => {
    const people = [await newAccount(server), await newAccount(server)];
    const hashes = await Promise.all(
      people.map(({ id }) =>
        server.running.store.read(async (db) => (await findAccount(db, id))?.password_hash),
      ),
    );
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  test("a hash of the reference backend verifies", async () => {
    const { id, email, token } = await newAccount(server);
    const old = "kept since years ago";
    const hash = await Bun.password.hash(old, { algorithm: "argon2i", memoryCost: 4096, timeCost: 3 });
    expect(hash).toStartWith("$argon2i$v=19$m=4096,t=3,p=1$");
    await server.running.store.write((tx) => updateAccount(tx, id, { password_hash: hash }));
    expect((await login(email, old)).body).toMatchObject({ result: "Success", user_id: id });
    expectFailure(await login(email, password), 401, "InvalidCredentials");
    expect((await server.client.put("/auth/mfa/ticket", { password: old }, { token })).status).toBe(200);
    expect((await change(token, { password: other, current_password: old })).status).toBe(204);
    expect((await login(email, other)).body.result).toBe("Success");
  });
});
