import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { overhear } from "../support/announcements.ts";
import { putPermissions, succeed } from "../support/channel-calls.ts";
import { newCommunity } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { outcome } from "../support/expect-failure.ts";
import { callsIn, newStaffed, seeMember, verdict } from "../support/member-calls.ts";
import { orderOf, rolesIn } from "../support/role-calls.ts";
import { addRole } from "../support/roles-held.ts";
import { openServer, type TestServer } from "../support/server.ts";

const rounds = 6;
const limit = 6;

describe.each([...engines])("what happens to roles at once on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine, { config: { limits: { global: { server_roles: limit } } } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("no more are created than there may be, and each has a rank of its own", async () => {
    for (let round = 0; round < rounds; round++) {
      const place = await newCommunity(server);
      for (let rank = 0; rank < limit - 2; rank++) await addRole(server, place, { rank });
      await using heard = await overhear(server);
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => rolesIn(server, place).create(place.owner)),
      );
      const created = answers.filter(({ status }) => status === 200);
      expect(created.map(({ body }) => body.role.rank).sort()).toEqual([limit - 2, limit - 1]);
      expect(answers.map(verdict).filter((said) => said === "TooManyRoles")).toHaveLength(3);
      expect(heard.take()).toHaveLength(2);
      expect(await orderOf(server, place, place.owner)).toHaveLength(limit);
    }
  });

  test("nobody is left with a role that is gone, and no channel", async () => {
    const place = await newStaffed(server);
    const { owner, member, channel } = place;
    for (let round = 0; round < rounds; round++) {
      const role = await addRole(server, place, { rank: 20 });
      const [removed, assigned, allowed, edited, permitted] = await Promise.all([
        rolesIn(server, place).remove(owner, role),
        callsIn(server, place).edit(owner, member, { roles: [role] }),
        putPermissions(server, { by: owner, channel, of: role }, { allow: 0, deny: 1 }),
        rolesIn(server, place).edit(owner, role, { name: "New" }),
        rolesIn(server, place).allow(owner, role, [1]),
      ]);
      expect(verdict(removed)).toBe("204");
      expect(verdict(assigned)).toBeOneOf(["200", "InvalidRole"]);
      for (const answer of [allowed, edited, permitted])
        expect(verdict(answer)).toBeOneOf(["200", "NotFound"]);
      expect((await seeMember(server, place, member))?.roles ?? []).not.toContain(role);
      const { role_permissions } = await succeed(server.client.get(`/channels/${channel}`, owner));
      expect(role_permissions ?? {}).toEqual({});
    }
  });

  test("a role is deleted once", async () => {
    const place = await newCommunity(server);
    const role = await addRole(server, place, { rank: 0 });
    await using heard = await overhear(server);
    const answers = await Promise.all([0, 1, 2].map(() => rolesIn(server, place).remove(place.owner, role)));
    expect(answers.map(outcome).sort()).toEqual(["204", "404 NotFound", "404 NotFound"]);
    expect(heard.take()).toHaveLength(1);
  });

  test("of two new orders one is the last, and it is told last", async () => {
    const place = await newCommunity(server);
    const ids: string[] = [];
    for (let rank = 0; rank < 4; rank++) ids.push(await addRole(server, place, { rank }));
    const orders = [ids.toReversed(), [...ids.slice(1), ...ids.slice(0, 1)]];
    for (let round = 0; round < rounds; round++) {
      await succeed(rolesIn(server, place).reorder(place.owner, ids));
      await using heard = await overhear(server);
      const answers = await Promise.all(
        orders.map((order) => rolesIn(server, place).reorder(place.owner, order)),
      );
      expect(answers.map(outcome)).toEqual(["200", "200"]);
      const last = await orderOf(server, place, place.owner);
      expect(orders).toContainEqual(last);
      expect(heard.take().map(({ payload }) => payload)).toEqual([
        { id: place.id, ranks: expect.any(Array) },
        { id: place.id, ranks: last },
      ]);
    }
  });

  test("an order and a role that comes or goes do not mix", async () => {
    const place = await newCommunity(server);
    const roles = rolesIn(server, place);
    const ids: string[] = [];
    for (let rank = 0; rank < 4; rank++) ids.push(await addRole(server, place, { rank }));
    for (let round = 0; round < rounds; round++) {
      const [first = ""] = ids;
      const [reordered, removed, created] = await Promise.all([
        roles.reorder(place.owner, ids.toReversed()),
        roles.remove(place.owner, first),
        roles.create(place.owner),
      ]);
      expect(verdict(reordered)).toBeOneOf(["200", "InvalidOperation"]);
      expect([verdict(removed), verdict(created)]).toEqual(["204", "200"]);
      const left = await orderOf(server, place, place.owner);
      expect(left.toSorted()).toEqual([...ids.slice(1), created.body.id].toSorted());
      ids.splice(0, ids.length, ...left);
    }
  });

  test("edits of one role all count, and those who listen end up with what is kept", async () => {
    const place = await newCommunity(server);
    const roles = rolesIn(server, place);
    const role = await addRole(server, place, { rank: 0 });
    for (let round = 0; round < rounds; round++) {
      await using heard = await overhear(server);
      const answers = await Promise.all([
        roles.edit(place.owner, role, { name: `N${round}` }),
        roles.edit(place.owner, role, { colour: "red" }),
        roles.edit(place.owner, role, { remove: ["Colour"] }),
        roles.edit(place.owner, role, { colour: "blue" }),
        roles.allow(place.owner, role, [round + 1, 2 ** 40]),
      ]);
      expect(new Set(answers.map(outcome))).toEqual(new Set(["200"]));
      const kept = await succeed(roles.fetch(place.owner, role));
      expect(kept).toMatchObject({ name: `N${round}`, permissions: { a: round + 1, d: 2 ** 40 } });
      const known: { colour?: string } = {};
      for (const { payload } of heard.take() as { payload: { data: object; clear: string[] } }[]) {
        if (payload.clear.includes("Colour")) delete known.colour;
        Object.assign(known, payload.data);
      }
      expect(known).toEqual({
        name: kept.name,
        permissions: kept.permissions,
        ...(kept.colour && { colour: kept.colour }),
      });
    }
  });
});
