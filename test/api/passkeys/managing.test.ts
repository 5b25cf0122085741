import { expect, test } from "bun:test";
import { updateAccount } from "../../../src/domains/accounts/store/accounts.ts";
import { newAccount, newTicket, type Person } from "../../support/accounts/people.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import {
  addPasskey,
  newAuthenticator,
  newPasskey,
  newPasskeyTicket,
  signInWithPasskey,
} from "../../support/passkeys/passkeys.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";

const config = { public_url: "https://chat.example.org" };

describeServer("passkeys of an account", anyEngine, { config }, (server) => {
  const passkeys = async ({ token }: Person) => (await server.client.get("/auth/passkeys", { token })).body;
  const withTicket = async (person: Person) => ({
    token: person.token,
    ticket: await newTicket(server, person),
  });

  test("are created for the public address, discoverable, with user verification and without attestation", async () => {
    const owner = await newAccount(server);
    const { body } = await server.client.post("/auth/passkeys/begin", {}, await withTicket(owner));
    expect(body.options).toMatchObject({
      rp: { id: "chat.example.org" },
      user: { id: Buffer.from(owner.id).toString("base64url"), name: owner.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [],
    });
    expect(Buffer.from(body.options.challenge, "base64url").length).toBeGreaterThanOrEqual(32);
  });

  test("are added with a proof, listed, renamed and removed with another", async () => {
    const owner = await newAccount(server);
    const { client } = server;
    expectFailure(await client.post("/auth/passkeys/begin", {}, owner), 401, "InvalidToken");
    expect(await passkeys(owner)).toEqual({ second_factor: false, passkeys: [] });
    const { status, body } = await addPasskey(server, owner, { name: "Phone" });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        passkey: { _id: expect.any(String), name: "Phone", created_at: expect.any(String) },
        recovery_codes: [],
      },
    });
    expect(await passkeys(owner)).toEqual({ second_factor: false, passkeys: [body.passkey] });
    const path = `/auth/passkeys/${body.passkey._id}`;
    expectFailure(await client.patch(path, { name: "Key" }, owner), 401, "InvalidToken");
    expect((await client.patch(path, { name: "Key" }, await withTicket(owner))).body.name).toBe("Key");
    for (const name of ["", "x".repeat(65), 7])
      expect(outcome(await client.patch(path, { name }, await withTicket(owner)))).toBe(
        "400 FailedValidation",
      );
    expectFailure(await client.delete(path, {}, owner), 401, "InvalidToken");
    expect((await client.delete(path, {}, await withTicket(owner))).status).toBe(204);
    expectFailure(await client.delete(path, {}, await withTicket(owner)), 404, "NotFound");
    expect(await passkeys(owner)).toEqual({ second_factor: false, passkeys: [] });
  });

  test("tell the browser which ones there are, so that it makes no second one", async () => {
    const owner = await newAccount(server);
    await newPasskey(server, owner);
    const { body } = await server.client.post("/auth/passkeys/begin", {}, await withTicket(owner));
    expect(body.options.excludeCredentials).toMatchObject([{ type: "public-key", transports: ["internal"] }]);
  });

  test("of others can be neither renamed nor removed", async () => {
    const [owner, other] = [await newAccount(server), await newAccount(server)];
    const { id } = await newPasskey(server, owner);
    const path = `/auth/passkeys/${id}`;
    expectFailure(
      await server.client.patch(path, { name: "Mine" }, await withTicket(other)),
      404,
      "NotFound",
    );
    expectFailure(await server.client.delete(path, {}, await withTicket(other)), 404, "NotFound");
    expect((await passkeys(owner)).passkeys).toMatchObject([{ name: "Laptop" }]);
  });

  test("belong to one account: a credential id is taken once", async () => {
    const [owner, other] = [await newAccount(server), await newAccount(server)];
    const credentialId = crypto.getRandomValues(new Uint8Array(32));
    const add = (person: Person) => addPasskey(server, person, { lies: { credentialId } });
    expect((await add(owner)).status).toBe(200);
    expectFailure(await add(other), 409, "PasskeyInUse");
    expectFailure(await add(owner), 409, "PasskeyInUse");
    expect((await passkeys(other)).passkeys).toEqual([]);
  });

  test("added by two accounts at once go to one of them", async () => {
    const credentialId = crypto.getRandomValues(new Uint8Array(32));
    const people = [await newAccount(server), await newAccount(server)];
    const replies = await Promise.all(
      people.map((one) => addPasskey(server, one, { lies: { credentialId } })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("are at most 25, also if two are added at once", async () => {
    const owner = await newAccount(server);
    for (let count = 0; count < 24; count++) await newPasskey(server, owner);
    const begin = async () => server.client.post("/auth/passkeys/begin", {}, await withTicket(owner));
    const begun = [await begin(), await begin()];
    const replies = await Promise.all(
      begun.map(({ body }) =>
        server.client.post("/auth/passkeys", { name: "x", ...newAuthenticator(server).create(body) }, owner),
      ),
    );
    expect(replies.map(outcome).toSorted()).toEqual(["200", "400 TooManyPasskeys"]);
    expectFailure(await begin(), 400, "TooManyPasskeys", { max: 25 });
  });

  test("the last one stays where there is neither a password nor a provider", async () => {
    const owner = await newAccount(server);
    const { id: first } = await newPasskey(server, owner);
    const { authenticator, id: last } = await newPasskey(server, owner);
    await server.running.store.write((tx) => updateAccount(tx, owner.id, { password_hash: "" }));
    expect((await server.client.get("/auth/mfa/methods", owner)).body).toEqual([]);
    const remove = async (id: string) => {
      const ticket = await newPasskeyTicket(server, owner, authenticator);
      return server.client.delete(`/auth/passkeys/${id}`, {}, { token: owner.token, ticket });
    };
    expect((await remove(first)).status).toBe(204);
    expectFailure(await remove(last), 403, "LastSignIn");
    expect((await signInWithPasskey(server, authenticator)).body.result).toBe("Success");
  });
});
