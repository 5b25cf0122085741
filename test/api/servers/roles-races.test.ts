import { expect, test } from "bun:test";
import { putPermissions, succeed } from "../../support/channels/channel-calls.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { amount } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { usualConnections } from "../../support/server/server.ts";
import { newCommunity } from "../../support/servers/communities.ts";
import { memberCalls, newModeratedServer, readMember, verdict } from "../../support/servers/member-calls.ts";
import { roleCalls, roleIdsByRank } from "../../support/servers/role-calls.ts";
import { addRole } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

const rounds = amount(3, 6);
const limit = 6;

describeServer(
  "concurrent changes of roles",
  engines,
  {
    config: { ...usualConnections, limits: { global: { server_roles: limit } } },
  },
  (server) => {
    test("creations do not exceed the limit, and each role has a rank of its own", async () => {
      for (let round = 0; round < rounds; round++) {
        const community = await newCommunity(server);
        for (let rank = 0; rank < limit - 2; rank++) await addRole(server, community, { rank });
        await using announcements = await recordAnnouncements(server);
        const responses = await Promise.all(
          Array.from({ length: 5 }, () => roleCalls(server, community).create(community.owner)),
        );
        const created = responses.filter(({ status }) => status === 200);
        expect(created.map(({ body }) => body.role.rank).sort()).toEqual([limit - 2, limit - 1]);
        expect(responses.map(verdict).filter((outcome) => outcome === "TooManyRoles")).toHaveLength(3);
        expect(announcements.take()).toHaveLength(2);
        expect(await roleIdsByRank(server, community, community.owner)).toHaveLength(limit);
      }
    });

    test("no member and no channel keeps a deleted role", async () => {
      const community = await newModeratedServer(server);
      const { owner, member, channel } = community;
      for (let round = 0; round < rounds; round++) {
        const role = await addRole(server, community, { rank: 20 });
        const [removed, assigned, allowed, edited, permitted] = await Promise.all([
          roleCalls(server, community).remove(owner, role),
          memberCalls(server, community).edit(owner, member, { roles: [role] }),
          putPermissions(server, { by: owner, channel, of: role }, { allow: 0, deny: 1 }),
          roleCalls(server, community).edit(owner, role, { name: "New" }),
          roleCalls(server, community).allow(owner, role, [1]),
        ]);
        expect(verdict(removed)).toBe("204");
        expect(verdict(assigned)).toBeOneOf(["200", "InvalidRole"]);
        for (const response of [allowed, edited, permitted])
          expect(verdict(response)).toBeOneOf(["200", "NotFound"]);
        expect((await readMember(server, community, member))?.roles ?? []).not.toContain(role);
        const { role_permissions } = await succeed(server.client.get(`/channels/${channel}`, owner));
        expect(role_permissions ?? {}).toEqual({});
      }
    });

    test("a role is deleted once", async () => {
      const community = await newCommunity(server);
      const role = await addRole(server, community, { rank: 0 });
      await using announcements = await recordAnnouncements(server);
      const responses = await Promise.all(
        [0, 1, 2].map(() => roleCalls(server, community).remove(community.owner, role)),
      );
      expect(responses.map(outcome).sort()).toEqual(["204", "404 NotFound", "404 NotFound"]);
      expect(announcements.take()).toHaveLength(1);
    });

    test("of two new orders the last one is announced last", async () => {
      const community = await newCommunity(server);
      const ids: string[] = [];
      for (let rank = 0; rank < 4; rank++) ids.push(await addRole(server, community, { rank }));
      const orders = [ids.toReversed(), [...ids.slice(1), ...ids.slice(0, 1)]];
      for (let round = 0; round < rounds; round++) {
        await succeed(roleCalls(server, community).reorder(community.owner, ids));
        await using announcements = await recordAnnouncements(server);
        const responses = await Promise.all(
          orders.map((order) => roleCalls(server, community).reorder(community.owner, order)),
        );
        expect(responses.map(outcome)).toEqual(["200", "200"]);
        const last = await roleIdsByRank(server, community, community.owner);
        expect(orders).toContainEqual(last);
        expect(announcements.take().map(({ payload }) => payload)).toEqual([
          { id: community.id, ranks: expect.any(Array) },
          { id: community.id, ranks: last },
        ]);
      }
    });

    test("a new order and a creation or deletion of a role do not interleave", async () => {
      const community = await newCommunity(server);
      const roles = roleCalls(server, community);
      const ids: string[] = [];
      for (let rank = 0; rank < 4; rank++) ids.push(await addRole(server, community, { rank }));
      for (let round = 0; round < rounds; round++) {
        const [first = ""] = ids;
        const [reordered, removed, created] = await Promise.all([
          roles.reorder(community.owner, ids.toReversed()),
          roles.remove(community.owner, first),
          roles.create(community.owner),
        ]);
        expect(verdict(reordered)).toBeOneOf(["200", "InvalidOperation"]);
        expect([verdict(removed), verdict(created)]).toEqual(["204", "200"]);
        const remaining = await roleIdsByRank(server, community, community.owner);
        expect(remaining.toSorted()).toEqual([...ids.slice(1), created.body.id].toSorted());
        ids.splice(0, ids.length, ...remaining);
      }
    });

    test("all edits of one role take effect, and events add up to the stored state", async () => {
      const community = await newCommunity(server);
      const roles = roleCalls(server, community);
      const role = await addRole(server, community, { rank: 0 });
      for (let round = 0; round < rounds; round++) {
        await using announcements = await recordAnnouncements(server);
        const responses = await Promise.all([
          roles.edit(community.owner, role, { name: `N${round}` }),
          roles.edit(community.owner, role, { colour: "red" }),
          roles.edit(community.owner, role, { remove: ["Colour"] }),
          roles.edit(community.owner, role, { colour: "blue" }),
          roles.allow(community.owner, role, [round + 1, 2 ** 40]),
        ]);
        expect(new Set(responses.map(outcome))).toEqual(new Set(["200"]));
        const stored = await succeed(roles.fetch(community.owner, role));
        expect(stored).toMatchObject({ name: `N${round}`, permissions: { a: round + 1, d: 2 ** 40 } });
        const state: { colour?: string } = {};
        for (const { payload } of announcements.take() as { payload: { data: object; clear: string[] } }[]) {
          if (payload.clear.includes("Colour")) delete state.colour;
          Object.assign(state, payload.data);
        }
        expect(state).toEqual({
          name: stored.name,
          permissions: stored.permissions,
          ...(stored.colour && { colour: stored.colour }),
        });
      }
    });
  },
);
