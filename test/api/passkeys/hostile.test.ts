import { expect, test } from "bun:test";
import { newAccount, newTicket, type Person, password } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import type { Lies } from "../../support/passkeys/authenticator.ts";
import {
  addPasskey,
  answerFor,
  newAuthenticator,
  newPasskey,
  signInWithPasskey,
} from "../../support/passkeys/passkeys.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { minutes } from "../../support/server/test-clock.ts";

const config = { public_url: "https://chat.example.org" };

/** What a page or an authenticator can get wrong in both directions. */
const lies: Record<string, Lies> = {
  "another origin": { origin: "https://chat.example.org.evil.example" },
  "the origin without TLS": { origin: "http://chat.example.org" },
  "another port": { origin: "https://chat.example.org:8443" },
  "another relying party": { rpId: "evil.example" },
  "the domain above": { rpId: "example.org" },
  "another challenge": { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
  "no user verification": { isUnverified: true },
  "the other ceremony": { type: "payment.get" },
  "a frame of another site": { crossOrigin: true },
};

describeServer("hostile answers of passkeys", anyEngine, { config }, (server) => {
  const begin = async (path: string, as: object = {}) =>
    (await server.client.post(`/auth/passkeys/${path}`, {}, as)).body;
  const logIn = (passkey: object) => server.client.post("/auth/session/login", { passkey });

  test.each(Object.entries(lies))("%s is refused", async (_, lie) => {
    const owner = await newAccount(server);
    expectFailure(await addPasskey(server, owner, { lies: lie }), 401, "InvalidToken");
    const { authenticator } = await newPasskey(server, owner);
    expectFailure(await signInWithPasskey(server, authenticator, lie), 401, "InvalidToken");
    const response = await answerFor(server, owner, authenticator, lie);
    expectFailure(await server.client.put("/auth/mfa/ticket", response, owner), 401, "InvalidToken");
    expect((await signInWithPasskey(server, authenticator)).body.result).toBe("Success");
  });

  test("a signature of another key and the handle of another account are refused", async () => {
    const owner = await newAccount(server);
    const { authenticator } = await newPasskey(server, owner);
    const userHandle = Buffer.from((await newAccount(server)).id).toString("base64url");
    for (const lie of [{ isForged: true }, { userHandle }])
      expectFailure(await signInWithPasskey(server, authenticator, lie), 401, "InvalidToken");
  });

  test("an unknown credential is refused", async () => {
    expectFailure(await signInWithPasskey(server, newAuthenticator(server)), 401, "InvalidToken");
  });

  test("an answer works once, and not with the token of another challenge", async () => {
    const owner = await newAccount(server);
    const { authenticator } = await newPasskey(server, owner);
    const answer = authenticator.answer(await begin("sign_in"));
    const other = await begin("sign_in");
    expectFailure(await logIn({ ...answer, token: other.token }), 401, "InvalidToken");
    expect((await logIn(answer)).body.result).toBe("Success");
    expectFailure(await logIn(answer), 401, "InvalidToken");
    const made = await begin("begin", { token: owner.token, ticket: await newTicket(server, owner) });
    const creation = { name: "x", ...newAuthenticator(server).create(made) };
    expect((await server.client.post("/auth/passkeys", creation, owner)).status).toBe(200);
    expectFailure(await server.client.post("/auth/passkeys", creation, owner), 401, "InvalidToken");
  });

  test("the same answer twice at once works once", async () => {
    const owner = await newAccount(server);
    const { authenticator } = await newPasskey(server, owner);
    const answer = authenticator.answer(await begin("sign_in"));
    const replies = await Promise.all([logIn(answer), logIn(answer)]);
    expect(replies.map(outcome).toSorted()).toEqual(["200", "401 InvalidToken"]);
  });

  test("a challenge expires", async () => {
    const owner = await newAccount(server);
    const { authenticator } = await newPasskey(server, owner);
    const answer = authenticator.answer(await begin("sign_in"));
    server.clock.advance(minutes(5));
    expectFailure(await logIn(answer), 401, "InvalidToken");
  });

  test("a challenge is for one purpose and one holder", async () => {
    const [owner, other] = [await newAccount(server), await newAccount(server)];
    const { authenticator } = await newPasskey(server, owner, { second_factor: true });
    const { authenticator: foreign } = await newPasskey(server, other, { second_factor: true });
    const { client } = server;
    const ticketOf = async ({ email }: Person) =>
      (await client.post("/auth/session/login", { email, password })).body.ticket as string;
    const ticket = await ticketOf(owner);
    const second = (passkey: object, mfa_ticket = ticket) =>
      client.post("/auth/session/login", { mfa_ticket, mfa_response: { passkey } });
    const prove = (passkey: object, as: object) => client.put("/auth/mfa/ticket", { passkey }, as);

    // Of a login without a name, of a sensitive action and of the other account, for the second step.
    expectFailure(await second(authenticator.answer(await begin("sign_in"))), 401, "InvalidToken");
    expectFailure(await second(authenticator.answer(await begin("proof", owner))), 401, "InvalidToken");
    const foreignTicket = await ticketOf(other);
    const forOther = await begin("proof", { ticket: foreignTicket });
    expectFailure(await second(authenticator.answer(forOther)), 401, "InvalidToken");
    // Of the second step, for a login alone and for a sensitive action.
    expectFailure(await logIn(authenticator.answer(await begin("proof", { ticket }))), 401, "InvalidToken");
    expectFailure(
      await prove(authenticator.answer(await begin("proof", { ticket })), owner),
      401,
      "InvalidToken",
    );
    // Of another session of the same account.
    const { body: session } = await signInWithPasskey(server, authenticator);
    expectFailure(
      await prove(authenticator.answer(await begin("proof", owner)), session),
      401,
      "InvalidToken",
    );
    // The passkey of somebody else, for the right challenge.
    expectFailure(await second(foreign.answer(await begin("proof", { ticket }))), 401, "InvalidToken");
    expectFailure(await prove(foreign.answer(await begin("proof", owner)), owner), 401, "InvalidToken");
    // None of that was of use, and the right one still is.
    const right = authenticator.answer(await begin("proof", { ticket }));
    expect((await second(right)).body).toMatchObject({ result: "Success", user_id: owner.id });
  });

  test("a creation ends in the session that began it", async () => {
    const [owner, other] = [await newAccount(server), await newAccount(server)];
    const made = async () => ({
      name: "x",
      ...newAuthenticator(server).create(
        await begin("begin", { token: owner.token, ticket: await newTicket(server, owner) }),
      ),
    });
    expectFailure(await server.client.post("/auth/passkeys", await made(), other), 401, "InvalidToken");
    const { body: session } = await server.client.post("/auth/session/login", {
      email: owner.email,
      password,
    });
    expectFailure(await server.client.post("/auth/passkeys", await made(), session), 401, "InvalidToken");
  });

  test("a counter has to go up, once it counts", async () => {
    const owner = await newAccount(server);
    const authenticator = newAuthenticator(server);
    authenticator.counter = 7;
    await addPasskey(server, owner, { authenticator });
    expect((await signInWithPasskey(server, authenticator, { counter: 9 })).body.result).toBe("Success");
    for (const counter of [9, 8, 1, 0])
      expect(outcome(await signInWithPasskey(server, authenticator, { counter }))).toMatch(/^40[13] /);
    server.clock.advance(minutes(70));
    expect((await signInWithPasskey(server, authenticator, { counter: 4_294_967_295 })).body.result).toBe(
      "Success",
    );
  });

  test("attestations are refused, whose certificates would be fetched from", async () => {
    const owner = await newAccount(server);
    const chain = new Map([["x5c", [new Uint8Array(64)]]]);
    for (const format of ["android-key", "apple", "fido-u2f", "packed", "tpm", "android-safetynet", "x"])
      expectFailure(
        await addPasskey(server, owner, { lies: { format, statement: chain } }),
        401,
        "InvalidToken",
      );
  });

  test("huge and malformed answers are refused before they are read", async () => {
    const owner = await newAccount(server);
    const { authenticator } = await newPasskey(server, owner);
    const answer = authenticator.answer(await begin("sign_in"));
    const { credential } = answer;
    const changed = (response: object, more: object = {}) =>
      logIn({
        ...answer,
        credential: { ...credential, ...more, response: { ...credential.response, ...response } },
      });
    const long = "A".repeat(100_000);
    for (const reply of [
      await changed({ clientDataJSON: long }),
      await changed({ authenticatorData: long }),
      await changed({ signature: long }),
      await changed({ userHandle: long }),
      await changed({}, { id: long, rawId: long }),
      await changed({ signature: "not base64url!" }),
      await changed({ signature: 7 }),
      await changed({}, { type: "password" }),
      await logIn({ ...answer, credential: null }),
      await addPasskey(server, owner, { lies: { padding: 60_000 } }),
    ])
      expect(outcome(reply)).toBe("400 FailedValidation");
    // Of the right form, and nonsense inside.
    const fresh = async () => ({ ...answer, token: (await begin("sign_in")).token });
    for (const response of [
      { clientDataJSON: "" },
      { clientDataJSON: "bnVsbA" },
      { authenticatorData: "AA" },
      { signature: "AA" },
    ])
      expect(
        outcome(
          await logIn({
            ...(await fresh()),
            credential: { ...credential, response: { ...credential.response, ...response } },
          }),
        ),
      ).toMatch(/^40[13] /);
    const { body: made } = await server.client.post(
      "/auth/passkeys/begin",
      {},
      { token: owner.token, ticket: await newTicket(server, owner) },
    );
    const creation = newAuthenticator(server).create(made);
    creation.credential.response.attestationObject = "oA";
    expectFailure(
      await server.client.post("/auth/passkeys", { name: "x", ...creation }, owner),
      401,
      "InvalidToken",
    );
  });
});
