import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { topic } from "../../src/protocol/event.ts";
import { overhear } from "../support/announcements.ts";
import { audited } from "../support/audited.ts";
import { putPermissions, succeed } from "../support/channel-calls.ts";
import { type Community, newCommunity, newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { callsIn, seeMember } from "../support/member-calls.ts";
import { orderOf, rolesIn } from "../support/role-calls.ts";
import { openServer, type TestServer } from "../support/server.ts";
import { listenIn } from "../support/stream.ts";

describe.each([...engines])("roles on %s", (engine) => {
  let server: TestServer;
  let place: Community;
  let roles: ReturnType<typeof rolesIn>;
  beforeAll(async () => {
    server = await openServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    place = await newCommunity(server);
    roles = rolesIn(server, place);
  });

  const newRole = async (): Promise<string> => (await succeed(roles.create(place.owner))).id;
  /** How it is announced that a role of rank 0, which allows nothing, is like this from now on. */
  const updated = (id: string, data: object, clear: string[] = []) => ({
    name: "ServerRoleUpdate",
    payload: { id: place.id, role_id: id, data, clear },
    topics: [topic.server(place.id)],
    changes: [{ kind: "role changed", server: place.id, role: { id, rank: 0, permissions: { a: 0, d: 0 } } }],
  });
  const entry = (action: object, reason: string | null = null) => ({
    by: place.owner.id,
    target: null,
    reason,
    action,
  });

  test("are created, told of as a whole and written down", async () => {
    const { stream } = await listenIn(server, await newMember(server, place));
    await using heard = await overhear(server);
    const body = await succeed(roles.create({ ...place.owner, reason: "order" }, { name: "Crew", rank: 7 }));
    const { id } = body;
    const shared = { name: "Crew", permissions: { a: 0, d: 0 }, rank: 0 };
    expect(body).toEqual({ id, role: { _id: id, ...shared } });
    const data = { id, ...shared, hoist: false };
    expect<object[]>(heard.take()).toEqual([updated(id, data)]);
    const { type, ...told } = await stream.next("ServerRoleUpdate");
    expect(told).toEqual({ id: place.id, role_id: id, data, clear: [] });
    expect<object[]>(await audited(server, place)).toEqual([
      entry({ type: "RoleCreate", role: id, name: "Crew" }, "order"),
    ]);
    expect((await succeed(server.client.get(`/servers/${place.id}`, place.owner))).roles).toEqual({
      [id]: body.role,
    });
    await stream[Symbol.asyncDispose]();
  });

  test("come below all others, also where some were deleted", async () => {
    const [first, second, third] = [await newRole(), await newRole(), await newRole()];
    expect(await orderOf(server, place, place.owner)).toEqual([first, second, third]);
    await roles.remove(place.owner, first);
    const { role } = await succeed(roles.create(place.owner));
    expect((await roles.fetch(place.owner, third)).body.rank).toBe(2);
    expect(role.rank).toBe(3);
  });

  test("are edited; what stays as it was is not told", async () => {
    const id = await newRole();
    await using heard = await overhear(server);
    const edit = { name: "Crew", colour: "linear-gradient(90deg, red, #00f 50%)", hoist: true };
    const first = await succeed(roles.edit({ ...place.owner, reason: "order" }, id, edit));
    expect(first).toEqual({ _id: id, ...edit, permissions: { a: 0, d: 0 }, rank: 0 });
    const second = await succeed(
      roles.edit(place.owner, id, { ...edit, name: "Staff", rank: 9, hoist: false }),
    );
    const { hoist: _, ...plain } = first;
    expect(second).toEqual({ ...plain, name: "Staff" });
    const third = await succeed(roles.edit(place.owner, id, { colour: null, remove: ["Colour", "Icon"] }));
    expect(third).toEqual({ _id: id, name: "Staff", permissions: { a: 0, d: 0 }, rank: 0 });
    expect(await succeed(roles.fetch(place.owner, id))).toEqual(third);
    const renamed = { name: "Staff", hoist: false };
    expect<object[]>(heard.take()).toEqual([
      updated(id, edit),
      updated(id, renamed),
      updated(id, {}, ["Colour"]),
    ]);
    const action = { type: "RoleEdit", role: id };
    expect<object[]>((await audited(server, place)).slice(1)).toEqual([
      entry({ ...action, before: { name: "Role", hoist: false }, after: edit }, "order"),
      entry({ ...action, before: { name: "Crew", hoist: true }, after: renamed }),
      entry({ ...action, before: { colour: edit.colour }, after: {} }),
    ]);
  });

  test("an edit that changes nothing is neither told nor written down", async () => {
    const id = await newRole();
    const before = await succeed(roles.edit(place.owner, id, { colour: "red" }));
    const entries = await audited(server, place);
    await using heard = await overhear(server);
    const edits = [{}, { rank: 5 }, { name: "Role", hoist: false }, { remove: ["Icon", "Icon"] }];
    for (const body of [...edits, { colour: "red", remove: ["Colour"] }, { icon: null, name: null }])
      expect(await succeed(roles.edit(place.owner, id, body))).toEqual(before);
    expect(heard.take()).toEqual([]);
    expect(await audited(server, place)).toEqual(entries);
  });

  test("go with all that mentions them", async () => {
    const member = await newMember(server, place);
    const [gone, kept] = [await newRole(), await newRole()];
    const { body: other } = await server.client.post(
      `/servers/${place.id}/channels`,
      { name: "other" },
      place.owner,
    );
    await succeed(callsIn(server, place).edit(place.owner, member, { roles: [gone, kept] }));
    const channels: string[] = [place.channel, other._id];
    for (const channel of channels)
      for (const of of [gone, kept])
        await succeed(putPermissions(server, { by: place.owner, channel, of }, { allow: 0, deny: 1 }));
    const entries = await audited(server, place);
    await using heard = await overhear(server);
    const { status, body } = await roles.remove({ ...place.owner, reason: "done" }, gone);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect<object[]>(heard.take()).toEqual([
      {
        name: "ServerRoleDelete",
        payload: { id: place.id, role_id: gone },
        topics: [topic.server(place.id)],
        changes: [{ kind: "role gone", server: place.id, role: gone }],
      },
    ]);
    expect<object[]>((await audited(server, place)).slice(entries.length)).toEqual([
      entry({ type: "RoleDelete", role: gone, name: "Role" }, "done"),
    ]);
    expect((await seeMember(server, place, member))?.roles).toEqual([kept]);
    for (const channel of channels) {
      const { role_permissions } = await succeed(server.client.get(`/channels/${channel}`, place.owner));
      expect(role_permissions).toEqual({ [kept]: { a: 0, d: 1 } });
    }
    expect(await orderOf(server, place, place.owner)).toEqual([kept]);
    // The others keep their ranks.
    expect((await roles.fetch(place.owner, kept)).body.rank).toBe(1);
    for (const answer of [await roles.remove(place.owner, gone), await roles.fetch(place.owner, gone)])
      expectFailure(answer, 404, "NotFound");
  });

  test("a server without roles shows none", async () => {
    const id = await newRole();
    await roles.remove(place.owner, id);
    expect(await succeed(server.client.get(`/servers/${place.id}`, place.owner))).toEqual(place.server);
  });

  test("ranks and default are words, not roles", async () => {
    const answers = [
      await roles.edit(place.owner, "ranks", { ranks: [] }),
      await roles.edit(place.owner, "ranks", { name: "Crew" }),
      await roles.put(place.owner, "default", { permissions: 0 }),
      await roles.put(place.owner, "default", { permissions: { allow: 0, deny: 0 } }),
      await roles.fetch(place.owner, "ranks"),
      await roles.remove(place.owner, "ranks"),
    ];
    expect(answers.map(outcome)).toEqual([
      "200",
      "400 FailedValidation",
      "200",
      "400 FailedValidation",
      "404 NotFound",
      "404 NotFound",
    ]);
  });
});
