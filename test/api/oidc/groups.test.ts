import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { purgeAccount } from "../../../src/domains/accounts/index.ts";
import { findUser } from "../../../src/domains/users/index.ts";
import { newAccount, newTicket } from "../../support/accounts/people.ts";
import { dumpTables } from "../../support/database/dump-tables.ts";
import { enter, newRole, rolesOf, setProviderKeys } from "../../support/oidc/groups.ts";
import {
  configFor,
  type IdentityProvider,
  openIdentityProvider,
} from "../../support/oidc/identity-provider.ts";
import { provenAt } from "../../support/oidc/sign-in.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { runCommand } from "../../support/server/run-command.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";
import { openReadyStream } from "../../support/stream/stream.ts";

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await openIdentityProvider();
});
afterAll(() => provider[Symbol.asyncDispose]());

let count = 0;
const somebody = (groups: unknown, more: object = {}) => {
  const sub = `grouped-${++count}`;
  return { sub, preferred_username: sub, groups, ...more };
};

describe.each([...anyEngine])("groups at a provider on %s", (engine) => {
  let server: TestServer;
  let community: Community;
  let staff: string;
  let byHand: string;
  beforeAll(async () => {
    const scopes = ["openid", "profile", "email", "groups"];
    server = await openServer(engine, {
      config: configFor(provider, { scopes, groups_claim: "groups", operator_groups: ["admins"] }),
    });
    community = await newCommunity(server);
    [staff, byHand] = [await newRole(server, community), await newRole(server, community)];
    setProviderKeys(server, { group_roles: [{ group: "staff", ...inServer(staff) }] });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const inServer = (role: string, join = true) => ({ server: community.id, role, join });
  const signIn = async (person: object) => {
    await provider.become(person);
    return enter(server);
  };
  const roles = (userId: string) => rolesOf(server, community, userId);
  const isOperator = async (userId: string) =>
    (await server.running.store.read(async (db) => findUser(db, userId)))?.privileged === 1;
  const auditOf = async (userId: string) =>
    (await server.client.get(`/servers/${community.id}/audit_logs`, community.owner)).body.audit_logs.filter(
      ({ target }: { target: string }) => target === userId,
    );

  test("give roles and membership at a login, and take the roles at the next", async () => {
    const { stream } = await openReadyStream(server, community.owner);
    const person = somebody(["staff"]);
    const { user_id } = await signIn(person);
    expect(await roles(user_id)).toEqual([staff]);
    expect(await stream.next("ServerMemberJoin")).toMatchObject({ id: community.id, user: user_id });
    expect(await stream.next("ServerMemberUpdate")).toMatchObject({
      id: { server: community.id, user: user_id },
      data: { roles: [staff] },
    });
    const path = `/servers/${community.id}/members/${user_id}`;
    await server.client.patch(path, { roles: [staff, byHand] }, community.owner);
    await stream.next("ServerMemberUpdate");

    await signIn({ ...person, groups: [] });
    expect(await roles(user_id)).toEqual([byHand]);
    expect(await stream.next("ServerMemberUpdate")).toMatchObject({ data: { roles: [byHand] } });
    const [latest] = await auditOf(user_id);
    expect(latest).toMatchObject({
      user: "0".repeat(26),
      reason: "Groups of Acme",
      action: { type: "MemberEdit", before: { roles: [staff, byHand] }, after: { roles: [byHand] } },
    });
    await signIn({ ...person, groups: ["staff"] });
    expect(await roles(user_id)).toEqual([byHand, staff]);
    await server.client.patch(path, { roles: [] }, community.owner);
    await signIn({ ...person, groups: ["staff"] });
    expect(await roles(user_id)).toEqual([staff]);
    // The second time there is nothing to do, and nothing to tell.
    const { length } = await auditOf(user_id);
    await signIn({ ...person, groups: ["staff"] });
    expect(await auditOf(user_id)).toHaveLength(length);
    await stream[Symbol.asyncDispose]();
  });

  test.each([
    ["a text", "staff", true],
    ["a list with other things", [7, null, ["staff"], { group: "staff" }], false],
    ["an object", { staff: true }, false],
    ["a number", 7, false],
    ["nothing", undefined, false],
    ["a huge list", Array.from({ length: 5_000 }, (_, index) => `g${index}`).concat("staff"), true],
    ["names that look alike", ["Staff", "staff ", "/staff", "operator", "admin", "*", "__proto__"], false],
  ])("may be listed as %s", async (_, groups, isMember) => {
    const { user_id } = await signIn(somebody(groups));
    expect(await roles(user_id)).toEqual(isMember ? [staff] : undefined);
    expect(await isOperator(user_id)).toBe(false);
  });

  test("let people join once: who was kicked or banned stays out, and join = false lets nobody in", async () => {
    const person = somebody(["staff"]);
    const { user_id } = await signIn(person);
    const members = `/servers/${community.id}/members/${user_id}`;
    await server.client.delete(members, undefined, community.owner);
    await signIn(person);
    expect(await roles(user_id)).toBeUndefined();
    // Gained anew, it lets in again, but not past a ban.
    await signIn({ ...person, groups: [] });
    await signIn(person);
    expect(await roles(user_id)).toEqual([staff]);
    await server.client.put(`/servers/${community.id}/bans/${user_id}`, {}, community.owner);
    await signIn({ ...person, groups: [] });
    await signIn(person);
    expect(await roles(user_id)).toBeUndefined();

    setProviderKeys(server, { group_roles: [{ group: "staff", ...inServer(staff, false) }] });
    const outsider = await signIn(somebody(["staff"]));
    expect(await roles(outsider.user_id)).toBeUndefined();
    setProviderKeys(server, { group_roles: [{ group: "staff", ...inServer(staff) }] });
  });

  test("with roles or servers that do not exist let people in", async () => {
    const other = await newCommunity(server);
    const foreign = await newRole(server, other);
    const nowhere = { server: "0".repeat(26), role: staff, join: true };
    setProviderKeys(server, {
      group_roles: [
        { group: "staff", ...nowhere },
        { group: "staff", ...inServer(foreign) },
        { group: "staff", ...inServer("0".repeat(26)) },
        { group: "staff", ...inServer(staff) },
      ],
    });
    const { user_id } = await signIn(somebody(["staff"]));
    expect(await roles(user_id)).toEqual([staff]);
    expect(await rolesOf(server, other, user_id)).toBeUndefined();
    setProviderKeys(server, { group_roles: [{ group: "staff", ...inServer(staff) }] });
  });

  test("give a role of any rank, also to somebody whom nobody outranks", async () => {
    const { user_id } = await signIn(somebody([]));
    const highest = await newRole(server, community);
    const ranks = [highest, staff, byHand];
    await server.client.patch(`/servers/${community.id}/roles/ranks`, { ranks }, community.owner);
    setProviderKeys(server, { group_roles: [{ group: "top", ...inServer(highest) }] });
    await signIn({ sub: `grouped-${count}`, groups: ["top"] });
    expect(await roles(user_id)).toEqual([highest]);
    setProviderKeys(server, { group_roles: [{ group: "staff", ...inServer(staff) }] });
  });

  test("make operators, and unmake those alone whom they made", async () => {
    const person = somebody(["admins"]);
    const { user_id } = await signIn(person);
    expect(await isOperator(user_id)).toBe(true);
    await signIn({ ...person, groups: ["users"] });
    expect(await isOperator(user_id)).toBe(false);
    const actions = await server.running.store.read((db) =>
      db
        .sql<{
          operator_actions: { id: string; target: string; action: string; source: string; actor: string };
        }>()
        .selectFrom("operator_actions")
        .select(["action", "source", "actor"])
        .where("target", "=", user_id)
        .orderBy("id")
        .execute(),
    );
    expect(actions).toEqual([
      { action: "users promote", source: "groups", actor: "Acme" },
      { action: "users demote", source: "groups", actor: "Acme" },
    ]);
  });

  test("never unmake operators whom the command line made, before or after a group did", async () => {
    const groupsFirst = somebody(["admins"]);
    const [first, second] = [await signIn(groupsFirst), await signIn(somebody([]))];
    for (const { user_id } of [first, second]) await runCommand(server, "users", "promote", user_id);
    const commandFirst = { sub: `grouped-${count}` };
    await signIn({ ...commandFirst, groups: ["admins"] });
    for (const person of [groupsFirst, commandFirst]) await signIn({ ...person, groups: [] });
    expect([await isOperator(first.user_id), await isOperator(second.user_id)]).toEqual([true, true]);
    // From then on, only a group can make them one.
    await runCommand(server, "users", "demote", second.user_id);
    await signIn({ ...commandFirst, groups: ["admins"] });
    expect(await isOperator(second.user_id)).toBe(true);
    await signIn({ ...commandFirst, groups: [] });
    expect(await isOperator(second.user_id)).toBe(false);
  });

  test("wait with a proof for its account, and go with that", async () => {
    const owner = await newAccount(server);
    await provider.become(somebody(["staff"]));
    await provenAt(server, "link", { token: owner.token, ticket: await newTicket(server, owner) });
    const pending = async () => JSON.stringify((await dumpTables(server)).pending_links);
    expect(await pending()).toContain(owner.id);
    await server.running.store.write((tx) => purgeAccount(tx, owner.id));
    expect(await pending()).not.toContain(owner.id);
  });

  test("reach somebody without a name once they have chosen one", async () => {
    const session = await signIn(somebody(["staff"], { preferred_username: "admin" }));
    expect(await roles(session.user_id)).toBeUndefined();
    await server.client.post("/onboard/complete", { username: "late" }, session);
    expect(await roles(session.user_id)).toEqual([staff]);
  });

  test("count from the moment an identity is linked until it is not", async () => {
    const owner = await newAccount(server);
    await server.client.post("/onboard/complete", { username: "linker" }, owner);
    await provider.become(somebody(["staff"]));
    const proof = async () => ({ token: owner.token, ticket: await newTicket(server, owner) });
    const { link } = await provenAt(server, "link", await proof());
    expect(await roles(owner.id)).toBeUndefined();
    const { body: identity } = await server.client.post("/auth/oidc/identities", { token: link }, owner);
    expect(await roles(owner.id)).toEqual([staff]);
    await server.client.delete(`/auth/oidc/identities/${identity._id}`, undefined, await proof());
    expect(await roles(owner.id)).toEqual([]);
  });
});
