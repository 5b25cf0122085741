import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { moveHistory, undoClaim } from "../../../src/domains/claims/actions/claim-user.ts";
import { findImportedUser, setClaimedBy } from "../../../src/domains/users/index.ts";
import { newAccount, newTicket, newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { newClaimLink, newImportedPerson } from "../../support/imports/imported-person.ts";
import {
  configFor,
  type IdentityProvider,
  openIdentityProvider,
} from "../../support/oidc/identity-provider.ts";
import { provenAt, signInWith } from "../../support/oidc/sign-in.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await openIdentityProvider();
});
afterAll(() => provider[Symbol.asyncDispose]());

describe.each([...anyEngine])("claims of an imported history on %s", (engine) => {
  let server: TestServer;
  let community: Community;
  beforeAll(async () => {
    const config = configFor(provider, { imported_from: "discord", registration: "open" });
    server = await openServer(engine, { config });
    community = await newCommunity(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const view = (token: string, as: Person) => server.client.post("/claims/view", { token }, as);
  const claim = (token: string, as: Person) => server.client.post("/claims", { token }, as);
  const authorsOf = async ({ messageIds }: { messageIds: readonly string[] }) => {
    const paths = messageIds.map((id) => `/channels/${community.channel}/messages/${id}`);
    const found = await Promise.all(paths.map((path) => server.client.get(path, community.owner)));
    return [...new Set(found.map(({ body }) => body.author))];
  };
  const isMember = async (id: string) =>
    (await server.client.get(`/servers/${community.id}/members/${id}`, community.owner)).status === 200;
  const context = (): Parameters<typeof moveHistory>[1] => {
    const { store } = server.running;
    return { read: async (work) => store.read(work), write: store.write };
  };
  const undo = async (id: string) => {
    const person = await context().read((db) => findImportedUser(db, id));
    if (person) await undoClaim(person, context());
  };

  test("a link shows whose it is, gives it to whoever opens it, once, and an operator undoes it", async () => {
    const [person, caller, late] = [
      await newImportedPerson(server, community),
      await newUser(server),
      await newUser(server),
    ];
    const token = await newClaimLink(server, person.id);
    expect((await view(token, caller)).body).toMatchObject({
      _id: person.id,
      name: "Otto",
      source: "discord",
      messages: 3,
    });
    expect(await authorsOf(person)).toEqual([person.id]);
    expect((await claim(token, caller)).status).toBe(204);
    await server.drain();
    expect(await authorsOf(person)).toEqual([caller.id]);
    const path = `/channels/${community.channel}/messages/${person.messageIds[0]}`;
    expect((await server.client.get(path, caller)).body).toMatchObject({
      content: `Me, <@${caller.id}>`,
      mentions: [caller.id],
      reactions: { "🦦": [caller.id] },
    });
    expect([await isMember(caller.id), await isMember(person.id)]).toEqual([true, false]);
    for (const each of [caller, late]) {
      expectFailure(await view(token, each), 410, "LinkUsed");
      expectFailure(await claim(token, each), 410, "LinkUsed");
    }
    await undo(person.id);
    expect(await authorsOf(person)).toEqual([person.id]);
    expect(await isMember(person.id)).toBe(true);
    // With the undo, the old link is gone altogether.
    expectFailure(await claim(token, caller), 401, "InvalidToken");
  });

  test("a link for one account is worth nothing to somebody who has stolen it", async () => {
    const person = await newImportedPerson(server, community);
    const [caller, thief] = [await newUser(server), await newUser(server)];
    const token = await newClaimLink(server, person.id, { accountId: caller.id });
    expectFailure(await view(token, thief), 401, "InvalidToken");
    expectFailure(await claim(token, thief), 401, "InvalidToken");
    expect((await claim(token, caller)).status).toBe(204);
  });

  test("an expired or replaced link gives nothing", async () => {
    const [person, caller] = [await newImportedPerson(server, community), await newUser(server)];
    const replaced = await newClaimLink(server, person.id);
    const expired = await newClaimLink(server, person.id, { hours: 0 });
    expectFailure(await claim(replaced, caller), 401, "InvalidToken");
    expectFailure(await view(expired, caller), 410, "LinkExpired");
    expectFailure(await claim(expired, caller), 410, "LinkExpired");
    await server.drain();
    expect(await authorsOf(person)).toEqual([person.id]);
  });

  test("of two who use a link at once, one gets everything and the other nothing", async () => {
    const person = await newImportedPerson(server, community);
    const both = [await newUser(server), await newUser(server)];
    const token = await newClaimLink(server, person.id);
    const results = await Promise.all(both.map((each) => claim(token, each)));
    expect(results.map(({ status }) => status).sort()).toEqual([204, 410]);
    await server.drain();
    const winner = both[results.findIndex(({ status }) => status === 204)];
    expect(await authorsOf(person)).toEqual([winner?.id ?? ""]);
  });

  test("a claim that was interrupted half-way is finished by its job", async () => {
    const [person, caller] = [await newImportedPerson(server, community, 1_005), await newUser(server)];
    expect((await claim(await newClaimLink(server, person.id), caller)).status).toBe(204);
    const { store } = server.running;
    let writes = 0;
    const dying = moveHistory(
      { from: person.id, to: caller.id },
      {
        read: async (work) => store.read(work),
        write: (work) => (++writes > 1 ? Promise.reject(new Error("killed")) : store.write(work)),
      },
    );
    await expect(dying).rejects.toThrow("killed");
    await server.drain();
    expect(
      await authorsOf({ messageIds: [person.messageIds[0] ?? "", person.messageIds[1_004] ?? ""] }),
    ).toEqual([caller.id]);
    expect(await isMember(person.id)).toBe(false);
    await undo(person.id);
    expect(
      await authorsOf({ messageIds: [person.messageIds[0] ?? "", person.messageIds[1_004] ?? ""] }),
    ).toEqual([person.id]);
  });

  test("a claim that is undone before its job runs moves nothing", async () => {
    const [person, caller] = [await newImportedPerson(server, community), await newUser(server)];
    // Without the route, which would start the job at once.
    await context().write((tx) => setClaimedBy(tx, person.id, caller.id));
    await undo(person.id);
    await moveHistory({ from: person.id, to: caller.id }, context());
    expect(await authorsOf(person)).toEqual([person.id]);
    expect(await isMember(caller.id)).toBe(false);
  });

  test("whoever signs in with the old account gets its history, until an operator undoes that", async () => {
    const person = await newImportedPerson(server, community);
    await provider.become({ sub: person.foreignId, preferred_username: "newotto" });
    const signIn = async () => {
      const { ticket } = await signInWith(server);
      const { body } = await server.client.post("/auth/session/login", { mfa_ticket: ticket });
      await server.drain();
      return body.user_id as string;
    };
    const account = await signIn();
    expect(await authorsOf(person)).toEqual([account]);
    await undo(person.id);
    expect(await signIn()).toBe(account);
    expect(await authorsOf(person)).toEqual([person.id]);
    // An operator may give it back.
    const other = await newUser(server);
    expect((await claim(await newClaimLink(server, person.id), other)).status).toBe(204);
  });

  test("whoever links the old account to theirs gets its history, once they have a name", async () => {
    const linkTo = async (caller: Person) => {
      const person = await newImportedPerson(server, community);
      await provider.become({ sub: person.foreignId });
      const { link } = await provenAt(server, "link", {
        token: caller.token,
        ticket: await newTicket(server, caller),
      });
      await server.client.post("/auth/oidc/identities", { token: link }, caller);
      await server.drain();
      return person;
    };
    const [nameless, named] = [await newAccount(server), await newUser(server)];
    expect(await authorsOf(await linkTo(named))).toEqual([named.id]);
    const person = await linkTo(nameless);
    expect(await authorsOf(person)).toEqual([person.id]);
    await server.client.post("/onboard/complete", { username: "Linked" }, nameless);
    await server.drain();
    expect(await authorsOf(person)).toEqual([nameless.id]);
  });

  test("somebody else's id at the provider gives nothing", async () => {
    const person = await newImportedPerson(server, community);
    await provider.become({ sub: `${person.foreignId}0`, preferred_username: "stranger" });
    await signInWith(server);
    await server.drain();
    expect(await authorsOf(person)).toEqual([person.id]);
  });
});
