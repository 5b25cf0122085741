import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { topic } from "../../src/protocol/event.ts";
import { overhear } from "../support/announcements.ts";
import { audited } from "../support/audited.ts";
import { succeed } from "../support/channel-calls.ts";
import { type Community, newCommunity, newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { verdict } from "../support/member-calls.ts";
import { newUser, type Person } from "../support/people.ts";
import { orderOf, rolesIn } from "../support/role-calls.ts";
import { addRole, allowRole } from "../support/roles-held.ts";
import { runCommand } from "../support/run-command.ts";
import { openServer, type TestServer } from "../support/server.ts";

interface Ranked extends Community {
  /** By rank, and then by age. */
  readonly ids: readonly string[];
}

describe.each([...engines])("the order of roles on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function newRanked(...ranks: number[]): Promise<Ranked> {
    const place = await newCommunity(server);
    const ids: string[] = [];
    for (const rank of ranks) ids.push(await addRole(server, place, { rank }));
    return { ...place, ids };
  }

  /** Somebody who manages roles by the role at this index. */
  async function newManager(place: Ranked, index: number): Promise<Person> {
    const person = await newMember(server, place);
    const role = place.ids[index] ?? "";
    await allowRole(server, role, ["ManageRole"]);
    await succeed(
      server.client.patch(`/servers/${place.id}/members/${person.id}`, { roles: [role] }, place.owner),
    );
    return person;
  }

  /** The roles in the order of these indexes. */
  const reorder = (place: Ranked, by: { token: string; reason?: string }, indexes: readonly number[]) =>
    rolesIn(server, place).reorder(
      by,
      indexes.map((index) => place.ids[index]),
    );
  const order = async (place: Ranked) =>
    (await orderOf(server, place, place.owner)).map((id) => place.ids.indexOf(id));
  const ranks = async (place: Ranked) => {
    const { roles } = await succeed(server.client.get(`/servers/${place.id}`, place.owner));
    return place.ids.map((id) => roles[id].rank);
  };

  test("is answered, told once for all and written down", async () => {
    const place = await newRanked(0, 1, 2);
    await using heard = await overhear(server);
    const body = await succeed(reorder(place, { ...place.owner, reason: "order" }, [2, 0, 1]));
    expect(await succeed(server.client.get(`/servers/${place.id}`, place.owner))).toEqual(body);
    expect(await ranks(place)).toEqual([1, 2, 0]);
    const [a = "", b = "", c = ""] = place.ids;
    const after = [c, a, b];
    expect<object[]>(heard.take()).toEqual([
      {
        name: "ServerRoleRanksUpdate",
        payload: { id: place.id, ranks: after },
        topics: [topic.server(place.id)],
        changes: [{ kind: "roles ranked", server: place.id, ranks: after }],
      },
    ]);
    expect(await audited(server, place)).toEqual([
      {
        by: place.owner.id,
        target: null,
        reason: "order",
        action: { type: "RolesReorder", before: [...place.ids], after },
      },
    ]);
    expect(await succeed(reorder(place, place.owner, [2, 0, 1]))).toEqual(body);
    expect(heard.take()).toEqual([]);
    expect(await audited(server, place)).toHaveLength(1);
  });

  test("of no roles can be no other", async () => {
    const place = await newRanked();
    await using heard = await overhear(server);
    expect(await succeed(reorder(place, place.owner, []))).toEqual(place.server);
    expect(heard.take()).toEqual([]);
  });

  test.each([
    ["gaps", [3, 7, 40]],
    ["equal ranks", [1, 1, 1]],
    ["ranks that exceed the number", [0, 2, 2]],
  ])("that stays the same still does away with %s", async (_what, before) => {
    const place = await newRanked(...before);
    await using heard = await overhear(server);
    await succeed(reorder(place, place.owner, [0, 1, 2]));
    expect(await ranks(place)).toEqual([0, 1, 2]);
    expect(heard.take().map(({ payload }) => payload)).toEqual([{ id: place.id, ranks: [...place.ids] }]);
  });

  test("names every role exactly once", async () => {
    const place = await newRanked(0, 1, 2);
    const { reorder: send } = rolesIn(server, place);
    const [a = "", b = "", c = ""] = place.ids;
    const foreign = await addRole(server, await newCommunity(server), { rank: 0 });
    const many = Array.from({ length: 10_000 }, (_, index) => `${index}`.padStart(26, "0"));
    await using heard = await overhear(server);
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
      Array.from({ length: 10_000 }, () => a),
    ];
    for (const list of lists) expectFailure(await send(place.owner, list), 400, "InvalidOperation");
    expect(heard.take()).toEqual([]);
    expect(await ranks(place)).toEqual([0, 1, 2]);
  });

  test("is checked in order", async () => {
    const place = await newRanked(0, 1, 2);
    const member = await newMember(server, place);
    const [nowhere, here] = [rolesIn(server, { id: "nowhere" }), rolesIn(server, place)];
    for (const list of [undefined, "all", [1], [null], { 0: "a" }])
      expect(outcome(await nowhere.reorder(member, list))).toBe("400 FailedValidation");
    expect(verdict(await nowhere.reorder({ ...member, reason: "r".repeat(513) }, []))).toBe("HeaderTooLarge");
    expect(verdict(await nowhere.reorder(member, []))).toBe("NotFound");
    expect(verdict(await here.reorder(member, []))).toBe("MissingPermission ManageRole");
    const manager = await newManager(place, 2);
    expect(verdict(await here.reorder(manager, []))).toBe("InvalidOperation");
    expect(verdict(await reorder(place, manager, [1, 0, 2]))).toBe("NotElevated");
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
    // By places, where there are gaps.
    [[2, 5, 9, 20], 1, [0, 1, 3, 2], "200"],
    [[2, 5, 9, 20], 1, [0, 2, 1, 3], "NotElevated"],
    // Roles of one's own rank are not below.
    [[1, 1, 2, 3], 0, [0, 1, 3, 2], "NotElevated"],
    [[1, 1, 2, 3], 0, [0, 2, 1, 3], "NotElevated"],
    [[1, 1, 2, 3], 1, [1, 0, 2, 3], "NotElevated"],
    [[0, 1, 2, 2], 1, [0, 1, 3, 2], "200"],
  ])("of ranks %j, for who has the role at %d, to %j: %s", async (before, own, wanted, expected) => {
    const place = await newRanked(...before);
    const manager = await newManager(place, own);
    expect(verdict(await reorder(place, manager, wanted))).toBe(expected);
    expect(await order(place)).toEqual(expected === "200" ? wanted : [0, 1, 2, 3]);
  });

  test("is of no use to the privileged, who have the rank of their roles here", async () => {
    const place = await newRanked(0, 1, 2);
    const admin = await newUser(server);
    await runCommand(server, "users", "promote", admin.id);
    expect(verdict(await reorder(place, admin, [0, 2, 1]))).toBe("NotElevated");
    expect(verdict(await reorder(place, admin, [0, 1, 2]))).toBe("200");
    const manager = await newManager(place, 0);
    await runCommand(server, "users", "promote", manager.id);
    expect(verdict(await reorder(place, manager, [1, 0, 2]))).toBe("NotElevated");
    expect(verdict(await reorder(place, manager, [0, 2, 1]))).toBe("200");
    await runCommand(server, "users", "promote", place.owner.id);
    expect(verdict(await reorder(place, place.owner, [2, 1, 0]))).toBe("200");
  });

  test("of 200 roles turns around at once", async () => {
    const place = await newRanked(...Array.from({ length: 200 }, (_, rank) => rank));
    const turned = place.ids.map((_, index) => 199 - index);
    await succeed(reorder(place, place.owner, turned));
    expect(await ranks(place)).toEqual(turned);
  });
});
