import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { insertIdentity, listIdentities } from "../../../src/domains/oidc/store/identities.ts";
import { newAccount, newTicket } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import {
  configFor,
  type IdentityProvider,
  openIdentityProvider,
} from "../../support/oidc/identity-provider.ts";
import { provenAt, signInWith } from "../../support/oidc/sign-in.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await openIdentityProvider();
});
afterAll(() => provider[Symbol.asyncDispose]());

describe.each([...preferPostgres])("identities of an account on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine, { config: configFor(provider) });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const identities = async (as: { token: string }) =>
    (await server.client.get("/auth/oidc/identities", as)).body;
  const accept = (as: { token: string }, token: string | undefined) =>
    server.client.post("/auth/oidc/identities", { token }, as);
  const prove = async (as: { token: string }) =>
    provenAt(server, "link", { token: as.token, ticket: await newTicket(server, as) });

  test("are linked with a proof, listed, used and unlinked with another", async () => {
    const owner = await newAccount(server);
    await provider.become({ sub: "linked-1", email: "linked@example.org" });
    expectFailure(await server.client.post("/auth/oidc/acme/link", undefined, owner), 401, "InvalidToken");
    const { link } = await prove(owner);
    expect(await identities(owner)).toEqual([]);
    const { body: identity } = await accept(owner, link);
    expect(await identities(owner)).toEqual([identity]);
    expect(identity).toMatchObject({
      provider: "acme",
      issuer: provider.issuer,
      label: "linked@example.org",
      second_factor: false,
    });
    expectFailure(await accept(owner, link), 401, "InvalidToken");
    const { ticket } = await signInWith(server);
    const { body: session } = await server.client.post("/auth/session/login", { mfa_ticket: ticket });
    expect(session.user_id).toBe(owner.id);
    const path = `/auth/oidc/identities/${identity._id}`;
    expectFailure(await server.client.delete(path, undefined, owner), 401, "InvalidToken");
    const as = async () => ({ token: owner.token, ticket: await newTicket(server, owner) });
    expectFailure(
      await server.client.delete("/auth/oidc/identities/nothing", undefined, await as()),
      404,
      "NotFound",
    );
    expect((await server.client.delete(path, undefined, await as())).status).toBe(204);
    expect(await identities(owner)).toEqual([]);
  });

  test("cannot be linked by sending somebody else to the provider", async () => {
    const [attacker, victim] = [await newAccount(server), await newAccount(server)];
    await provider.become({ sub: "victim-1" });
    // The browser of the victim follows the attacker's link, and gets the token.
    const { link } = await prove(attacker);
    expectFailure(await accept(victim, link), 401, "InvalidToken");
    expectFailure(await accept(attacker, link), 401, "InvalidToken");
    expect(await identities(attacker)).toEqual([]);
  });

  test("belong to one account", async () => {
    const [first, second] = [await newAccount(server), await newAccount(server)];
    await provider.become({ sub: "shared-1" });
    await accept(first, (await prove(first)).link);
    expectFailure(await accept(second, (await prove(second)).link), 409, "AlreadyLinked");
    expect(await identities(second)).toEqual([]);
    // Again by the same account, it stays one.
    expect((await accept(first, (await prove(first)).link)).status).toBe(200);
    expect(await identities(first)).toHaveLength(1);
  });

  test("linked by two accounts at once go to one of them", async () => {
    const people = [await newAccount(server), await newAccount(server)];
    await provider.become({ sub: "raced-1" });
    const links: (string | undefined)[] = [];
    for (const person of people) links.push((await prove(person)).link);
    const replies = await Promise.all(people.map((person, index) => accept(person, links[index])));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("the last one stays where there is no password", async () => {
    await provider.become({ sub: "alone-1", preferred_username: "alone" });
    const { ticket } = await signInWith(server);
    const { body: session } = await server.client.post("/auth/session/login", { mfa_ticket: ticket });
    const [identity] = await identities(session);
    const { confirmation } = await provenAt(server, "confirm", session);
    const as = { token: session.token, ...(confirmation && { ticket: confirmation }) };
    const path = `/auth/oidc/identities/${identity._id}`;
    expectFailure(await server.client.delete(path, undefined, as), 403, "LastSignIn");
    // Nobody can sign in with an identity of a provider that is no longer configured.
    await server.running.store.write(async (tx) => {
      const [known] = await listIdentities(tx, session.user_id);
      if (known)
        await insertIdentity(tx, { ...known, id: tx.services.ids.next(), issuer: "https://gone.invalid" });
    });
    expect(await identities(session)).toHaveLength(2);
    const { confirmation: again } = await provenAt(server, "confirm", session);
    const later = { token: session.token, ...(again && { ticket: again }) };
    expectFailure(await server.client.delete(path, undefined, later), 403, "LastSignIn");
  });

  test("a confirmation needs an identity of the account", async () => {
    const owner = await newAccount(server);
    await provider.become({ sub: "stranger-1" });
    expect(await provenAt(server, "confirm", owner)).toEqual({ error: "other-account" });
  });
});
