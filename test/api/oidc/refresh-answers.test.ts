import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { enter, newRole, rolesOf, setProviderKeys } from "../../support/oidc/groups.ts";
import { configFor } from "../../support/oidc/identity-provider.ts";
import { type LyingProvider, openLyingProvider } from "../../support/oidc/lying-provider.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { minutes, seconds } from "../../support/server/test-clock.ts";
import { newCommunity } from "../../support/servers/communities.ts";

const keys = { scopes: ["openid", "offline_access"], groups_claim: "groups" };

describe.each([...anyEngine])("at a refresh on %s", (engine) => {
  let opened: AsyncDisposableStack;
  beforeEach(() => {
    opened = new AsyncDisposableStack();
  });
  afterEach(() => opened.disposeAsync());

  const refreshesOf = ({ exchanges }: LyingProvider) =>
    exchanges.filter((form) => form.get("grant_type") === "refresh_token").length;
  const isOpen = async ({ client }: TestServer, session: { token: string }) =>
    (await client.get("/auth/session/all", session)).status === 200;

  /** Somebody with a role of a group, and a server that asks the provider again. */
  async function watchedSession({ hasUserInfo }: { hasUserInfo: boolean }) {
    const provider = opened.use(await openLyingProvider({ hasUserInfo }));
    const server = opened.use(await openServer(engine, { config: configFor(provider, keys) }));
    const community = await newCommunity(server);
    const role = await newRole(server, community);
    setProviderKeys(server, { group_roles: [{ group: "staff", server: community.id, role, join: true }] });
    provider.claims = { preferred_username: "ann", groups: ["staff"] };
    const session = await enter(server);
    const roles = () => rolesOf(server, community, session.user_id);
    expect(await roles()).toEqual([role]);
    const refresh = async (pause = seconds(30)) => {
      const before = refreshesOf(provider);
      server.clock.advance(pause);
      await server.drain();
      expect(refreshesOf(provider)).toBe(before + 1);
    };
    return { provider, server, session, role, roles, refresh };
  }

  test("a provider that says nothing about the person changes no roles", async () => {
    const { session, server, role, roles, refresh } = await watchedSession({ hasUserInfo: false });
    await refresh();
    await refresh();
    expect(await roles()).toEqual([role]);
    expect(await isOpen(server, session)).toBe(true);
  });

  test("a provider whose userinfo lists no groups takes the role away", async () => {
    const { provider, roles, refresh } = await watchedSession({ hasUserInfo: true });
    provider.claims = {};
    await refresh();
    expect(await roles()).toEqual([]);
  });

  test("the next token is kept also if userinfo does not answer", async () => {
    const { provider, session, server, role, roles, refresh } = await watchedSession({ hasUserInfo: true });
    provider.fault = "no userinfo";
    await refresh();
    expect(await roles()).toEqual([role]);
    provider.fault = "none";
    provider.claims = {};
    await refresh(minutes(1));
    expect(await isOpen(server, session)).toBe(true);
    expect(await roles()).toEqual([]);
  });

  test("a copy of the server at another host asks nothing, and ends the session there", async () => {
    const { provider, session, server } = await watchedSession({ hasUserInfo: true });
    const before = refreshesOf(provider);
    await server.stop();
    const config = { ...configFor(provider, keys), public_url: "https://staging.example" };
    const copy = opened.use(await openServer(engine, { home: server.home, config }));
    expect(await isOpen(copy, session)).toBe(true);
    copy.clock.advance(seconds(30));
    await copy.drain();
    expect(refreshesOf(provider)).toBe(before);
    expect(await isOpen(copy, session)).toBe(false);
  });
});
