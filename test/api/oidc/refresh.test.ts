import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { enter, newRole, rolesOf, setProviderKeys } from "../../support/oidc/groups.ts";
import {
  configFor,
  type IdentityProvider,
  openIdentityProvider,
} from "../../support/oidc/identity-provider.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { minutes, seconds } from "../../support/server/test-clock.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

interface StoredSession {
  session_id: string;
  refresh_token_sealed: string | null;
  refresh_at: number | null;
  failures: number;
}

const keys = {
  scopes: ["openid", "profile", "email", "groups", "offline_access"],
  prompt: "consent",
  groups_claim: "groups",
};

describe.each([...anyEngine])("without a login on %s", (engine) => {
  let server: TestServer;
  let provider: IdentityProvider;
  let community: Community;
  let role: string;
  beforeAll(async () => {
    provider = await openIdentityProvider();
    server = await openServer(engine, {
      config: {
        ...configFor(provider, keys),
        outbound: { allow_private_hosts: ["127.0.0.1"], timeout_ms: 2_000 },
      },
      nodes: 2,
    });
    community = await newCommunity(server);
    role = await newRole(server, community);
    const group_roles = [{ group: "staff", server: community.id, role, join: true }];
    setProviderKeys(server, { group_roles });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  let count = 0;
  const somebody = () => ({
    sub: `watched-${++count}`,
    preferred_username: `watched${count}`,
    groups: ["staff"],
  });
  const signIn = async (person: object) => {
    await provider.become(person);
    return enter(server);
  };
  const isOpen = async (session: { token: string }) =>
    (await server.client.get("/auth/session/all", session)).status === 200;
  const roles = (userId: string) => rolesOf(server, community, userId);
  /** As long as somebody who was removed from a group may keep its role. */
  const waitAMinute = async () => {
    for (let waited = 0; waited < 60; waited += 10) {
      server.clock.advance(seconds(10));
      await server.drain();
    }
  };
  const stored = async (session: { _id: string }) =>
    server.running.store.read((db) =>
      db
        .sql<{ provider_sessions: StoredSession }>()
        .selectFrom("provider_sessions")
        .selectAll()
        .where("session_id", "=", session._id)
        .executeTakeFirst(),
    );

  test("somebody who is removed from a group loses its role within a minute, and gets it back", async () => {
    const person = somebody();
    const session = await signIn(person);
    expect(await roles(session.user_id)).toEqual([role]);
    const before = await stored(session);
    expect(before?.refresh_token_sealed).toMatch(/^[\w-]{60,}$/);
    await using stream = (await openReadyStream(server, community.owner)).stream;
    await provider.become({ ...person, groups: [] });
    await waitAMinute();
    expect(await roles(session.user_id)).toEqual([]);
    expect(await stream.next("ServerMemberUpdate")).toMatchObject({ id: { user: session.user_id } });
    // Each token works once, so it is another one now, and the next one works as well.
    expect((await stored(session))?.refresh_token_sealed).not.toBe(before?.refresh_token_sealed);
    await provider.become(person);
    await waitAMinute();
    expect(await roles(session.user_id)).toEqual([role]);
    expect(await isOpen(session)).toBe(true);
  });

  test("who was kicked is not brought back", async () => {
    const session = await signIn(somebody());
    const member = `/servers/${community.id}/members/${session.user_id}`;
    await server.client.delete(member, undefined, community.owner);
    await waitAMinute();
    expect(await roles(session.user_id)).toBeUndefined();
    expect(await isOpen(session)).toBe(true);
  });

  test("somebody who is disabled loses all sessions from there, and no others", async () => {
    const person = somebody();
    const [first, second] = [await signIn(person), await signIn(person)];
    const other = await signIn(somebody());
    await provider.disable(person.sub);
    await waitAMinute();
    expect([await isOpen(first), await isOpen(second), await isOpen(other)]).toEqual([false, false, true]);
  });

  test("a session that has ended is not asked about", async () => {
    const session = await signIn(somebody());
    await server.client.post("/auth/session/logout", undefined, session);
    expect(await stored(session)).toBeUndefined();
    await waitAMinute();
  });

  test("without offline_access no token is kept", async () => {
    await using plain = await openServer(engine, {
      config: configFor(provider, { ...keys, scopes: ["openid", "profile"] }),
    });
    await provider.become(somebody());
    const session = await enter(plain);
    const rows = await plain.running.store.read((db) =>
      db.sql<{ provider_sessions: StoredSession }>().selectFrom("provider_sessions").selectAll().execute(),
    );
    expect(rows).toMatchObject([{ session_id: session._id, refresh_token_sealed: null, refresh_at: null }]);
  });

  test("while the provider is down, roles and sessions stay, and it is asked less and less often", async () => {
    const session = await signIn(somebody());
    await provider.stop();
    await waitAMinute();
    const once = await stored(session);
    expect(once?.failures).toBe(1);
    server.clock.advance(minutes(2));
    await server.drain();
    const twice = await stored(session);
    expect(twice?.failures).toBe(2);
    expect(twice?.refresh_token_sealed).toBe(once?.refresh_token_sealed ?? "");
    server.clock.advance(minutes(1));
    await server.drain();
    expect((await stored(session))?.failures).toBe(2);
    expect(await isOpen(session)).toBe(true);
    expect(await roles(session.user_id)).toEqual([role]);
  });
});
