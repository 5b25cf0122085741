import { expect, test } from "bun:test";
import { topic } from "../../../src/visibility/announcement.ts";
import type { Person } from "../../support/accounts/people.ts";
import { succeed } from "../../support/channels/channel-calls.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { verdict } from "../../support/servers/member-calls.ts";
import { roleCalls, roleIdsByRank } from "../../support/servers/role-calls.ts";
import { addRole, setRolePermissions } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

interface Ranked extends Community {
  /** By rank, and then by age. */
  readonly ids: readonly string[];
}

describeServer("the order of roles", anyEngine, (server) => {
  async function newRanked(...ranks: number[]): Promise<Ranked> {
    const community = await newCommunity(server);
    const ids: string[] = [];
    for (const rank of ranks) ids.push(await addRole(server, community, { rank }));
    return { ...community, ids };
  }

  /** A member who manages roles by the role at this index. */
  async function newManager(community: Ranked, index: number): Promise<Person> {
    const person = await newMember(server, community);
    const role = community.ids[index] ?? "";
    await setRolePermissions(server, role, ["ManageRole"]);
    await succeed(
      server.client.patch(
        `/servers/${community.id}/members/${person.id}`,
        { roles: [role] },
        community.owner,
      ),
    );
    return person;
  }

  /** The roles in the order of these indexes. */
  const reorder = (community: Ranked, by: { token: string; reason?: string }, indexes: readonly number[]) =>
    roleCalls(server, community).reorder(
      by,
      indexes.map((index) => community.ids[index]),
    );
  const order = async (community: Ranked) =>
    (await roleIdsByRank(server, community, community.owner)).map((id) => community.ids.indexOf(id));
  const ranks = async (community: Ranked) => {
    const { roles } = await succeed(server.client.get(`/servers/${community.id}`, community.owner));
    return community.ids.map((id) => roles[id].rank);
  };

  test("is returned, announced once and audited", async () => {
    const community = await newRanked(0, 1, 2);
    await using announcements = await recordAnnouncements(server);
    const body = await succeed(reorder(community, { ...community.owner, reason: "order" }, [2, 0, 1]));
    expect(await succeed(server.client.get(`/servers/${community.id}`, community.owner))).toEqual(body);
    expect(await ranks(community)).toEqual([1, 2, 0]);
    const [a = "", b = "", c = ""] = community.ids;
    const after = [c, a, b];
    expect<object[]>(announcements.take()).toEqual([
      {
        name: "ServerRoleRanksUpdate",
        payload: { id: community.id, ranks: after },
        topics: [topic.server(community.id)],
        changes: [{ kind: "roles ranked", server: community.id, ranks: after }],
      },
    ]);
    expect(await readAuditLog(server, community)).toEqual([
      {
        by: community.owner.id,
        target: null,
        reason: "order",
        action: { type: "RolesReorder", before: [...community.ids], after },
      },
    ]);
    expect(await succeed(reorder(community, community.owner, [2, 0, 1]))).toEqual(body);
    expect(announcements.take()).toEqual([]);
    expect(await readAuditLog(server, community)).toHaveLength(1);
  });

  test("of no roles cannot change", async () => {
    const community = await newRanked();
    await using announcements = await recordAnnouncements(server);
    expect(await succeed(reorder(community, community.owner, []))).toEqual(community.server);
    expect(announcements.take()).toEqual([]);
  });

  test.each([
    ["gaps", [3, 7, 40]],
    ["equal ranks", [1, 1, 1]],
    ["ranks that exceed the number", [0, 2, 2]],
  ])("that stays the same still removes %s", async (_what, before) => {
    const community = await newRanked(...before);
    await using announcements = await recordAnnouncements(server);
    await succeed(reorder(community, community.owner, [0, 1, 2]));
    expect(await ranks(community)).toEqual([0, 1, 2]);
    expect(announcements.take().map(({ payload }) => payload)).toEqual([
      { id: community.id, ranks: [...community.ids] },
    ]);
  });

  test("names every role exactly once", async () => {
    const community = await newRanked(0, 1, 2);
    const { reorder: send } = roleCalls(server, community);
    const [a = "", b = "", c = ""] = community.ids;
    const foreign = await addRole(server, await newCommunity(server), { rank: 0 });
    const many = Array.from({ length: 9_000 }, (_, index) => `${index}`.padStart(26, "0"));
    await using announcements = await recordAnnouncements(server);
    const lists = [
      [],
      [a, b],
      [a, b, c, c],
      [a, b, b],
      [a, b, foreign],
      [a, b, c, foreign],
      [a, b, "__proto__"],
      [a, b, c.toLowerCase()],
      many,
      [...many, a, b, c],
      Array.from({ length: 9_000 }, () => a),
    ];
    for (const list of lists) expectFailure(await send(community.owner, list), 400, "InvalidOperation");
    expect(announcements.take()).toEqual([]);
    expect(await ranks(community)).toEqual([0, 1, 2]);
  });

  test("is checked in order", async () => {
    const community = await newRanked(0, 1, 2);
    const member = await newMember(server, community);
    const [unknownServer, existingServer] = [
      roleCalls(server, { id: "nowhere" }),
      roleCalls(server, community),
    ];
    for (const list of [undefined, "all", [1], [null], { 0: "a" }])
      expect(outcome(await unknownServer.reorder(member, list))).toBe("400 FailedValidation");
    expect(verdict(await unknownServer.reorder({ ...member, reason: "r".repeat(513) }, []))).toBe(
      "HeaderTooLarge",
    );
    expect(verdict(await unknownServer.reorder(member, []))).toBe("NotFound");
    expect(verdict(await existingServer.reorder(member, []))).toBe("MissingPermission ManageRole");
    const manager = await newManager(community, 2);
    expect(verdict(await existingServer.reorder(manager, []))).toBe("InvalidOperation");
    expect(verdict(await reorder(community, manager, [1, 0, 2]))).toBe("NotElevated");
  });

  test.each<[ranks: number[], own: number, order: number[], verdict: string]>([
    [[0, 1, 2, 3], 1, [0, 1, 3, 2], "200"],
    [[0, 1, 2, 3], 1, [0, 1, 2, 3], "200"],
    [[0, 1, 2, 3], 1, [1, 0, 2, 3], "NotElevated"],
    [[0, 1, 2, 3], 1, [0, 2, 1, 3], "NotElevated"],
    [[0, 1, 2, 3], 1, [2, 1, 0, 3], "NotElevated"],
    [[0, 1, 2, 3], 0, [0, 3, 2, 1], "200"],
    [[0, 1, 2, 3], 0, [1, 0, 2, 3], "NotElevated"],
    [[0, 1, 2, 3], 3, [0, 1, 3, 2], "NotElevated"],
    // Positions count, not ranks, if there are gaps.
    [[2, 5, 9, 20], 1, [0, 1, 3, 2], "200"],
    [[2, 5, 9, 20], 1, [0, 2, 1, 3], "NotElevated"],
    // Roles of the same rank as one's own are not below it.
    [[1, 1, 2, 3], 0, [0, 1, 3, 2], "NotElevated"],
    [[1, 1, 2, 3], 0, [0, 2, 1, 3], "NotElevated"],
    [[1, 1, 2, 3], 1, [1, 0, 2, 3], "NotElevated"],
    [[0, 1, 2, 2], 1, [0, 1, 3, 2], "200"],
  ])(
    "of ranks %j, changed by a member with the role at %d, to %j: %s",
    async (before, own, target, expected) => {
      const community = await newRanked(...before);
      const manager = await newManager(community, own);
      expect(verdict(await reorder(community, manager, target))).toBe(expected);
      expect(await order(community)).toEqual(expected === "200" ? target : [0, 1, 2, 3]);
    },
  );

  test("of 200 roles can be reversed at once", async () => {
    const community = await newRanked(...Array.from({ length: 200 }, (_, rank) => rank));
    const turned = community.ids.map((_, index) => 199 - index);
    await succeed(reorder(community, community.owner, turned));
    expect(await ranks(community)).toEqual(turned);
  });
});
