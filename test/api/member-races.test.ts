import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { removeMember } from "../../src/domains/servers/actions/remove-member.ts";
import { findMember, findServer, isBanned, joinServer, lockServer } from "../../src/domains/servers/index.ts";
import { overhear } from "../support/announcements.ts";
import { audited } from "../support/audited.ts";
import { newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { callsIn, newStaffed, seeMember, verdict } from "../support/member-calls.ts";
import type { Person } from "../support/people.ts";
import { addRole } from "../support/roles-held.ts";
import { openServer, type TestServer } from "../support/server.ts";

const rounds = 8;

describe.each([...engines])("what happens to members at once on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer(engine);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const leave = (id: string, person: Person) =>
    server.running.store.write(async (tx) => {
      const [row, member] = [await findServer(tx, id), await findMember(tx, id, person.id)];
      if (row && member) await removeMember(tx, row, { member, reason: "Leave" });
    });

  /** As joining by an invite does. */
  const join = (id: string, person: Person) =>
    server.running.store.write(async (tx) => {
      const row = await findServer(tx, id);
      if (!row || (await isBanned(tx, id, person.id)) || (await findMember(tx, id, person.id))) return;
      await lockServer(tx, id);
      await joinServer(tx, row, person.id);
    });

  test("edits of one member all count, and those who listen end up with what is kept", async () => {
    const place = await newStaffed(server);
    const { owner, member } = place;
    const { edit } = callsIn(server, place);
    const roles = await Promise.all([20, 21, 22].map((rank) => addRole(server, place, { rank })));
    const known: Record<string, unknown> = { can_publish: true };
    await using news = await overhear(server);
    for (let round = 0; round < rounds; round++) {
      const edits = [
        { nickname: `N${round}` },
        { can_publish: round % 2 === 0 },
        ...roles.map((role) => ({ roles: [role] })),
        { remove: ["Roles"] },
      ];
      const answers = await Promise.all(edits.map((body) => edit(owner, member, body)));
      expect(new Set(answers.map(verdict))).toEqual(new Set(["200"]));
      const kept = await seeMember(server, place, member);
      expect(kept?.nickname).toBe(`N${round}`);
      for (const { payload } of news.take() as { payload: { data: object; clear: string[] } }[])
        Object.assign(known, payload.clear.includes("Roles") && { roles: [] }, payload.data);
      expect(known.roles).toEqual(kept?.roles ?? []);
      expect(known.can_publish).toBe(kept?.can_publish ?? true);
    }
  });

  test("one goes once, whether kicked, banned or by leaving", async () => {
    const place = await newStaffed(server);
    const { owner, id } = place;
    const { kick, ban } = callsIn(server, place);
    for (let round = 0; round < rounds; round++) {
      const member = await newMember(server, place);
      await using news = await overhear(server);
      const [kicked, again, banned] = await Promise.all([
        kick(owner, member),
        kick(owner, member),
        ban(owner, member),
        leave(id, member),
      ]);
      expect([verdict(kicked), verdict(again)].filter((said) => said === "204").length).toBeLessThanOrEqual(
        1,
      );
      for (const said of [kicked, again]) expect(verdict(said)).toBeOneOf(["204", "NotFound"]);
      expect(verdict(banned)).toBe("200");
      expect(news.take().map(({ name }) => name)).toEqual(["ServerMemberLeave"]);
      expect(await seeMember(server, place, member)).toBeUndefined();
      const { body } = await server.client.get(`/servers/${id}`, owner);
      expect(body.approximate_member_count).toBe(3);
    }
  });

  test("nobody who is banned is in, whichever came first", async () => {
    const place = await newStaffed(server);
    const { owner, id } = place;
    const { ban, kick, unban } = callsIn(server, place);
    const member = await newMember(server, place);
    for (let round = 0; round < rounds; round++) {
      await kick(owner, member);
      await unban(owner, member);
      const [banned] = await Promise.all([ban(owner, member), join(id, member)]);
      expect(verdict(banned)).toBe("200");
      expect(await seeMember(server, place, member)).toBeUndefined();
    }
  });

  test("bans of one person at once are one ban, and end once", async () => {
    const place = await newStaffed(server);
    const { owner, member } = place;
    const { ban, unban, bans } = callsIn(server, place);
    await using news = await overhear(server);
    const reasons = ["a", "b", "c", "d"];
    const answers = await Promise.all(reasons.map((reason) => ban(owner, member, { reason })));
    expect(answers.map(verdict)).toEqual(["200", "200", "200", "200"]);
    expect(news.take()).toHaveLength(1);
    const { body } = await bans(owner);
    expect(body.bans).toHaveLength(1);
    expect((await audited(server, place)).map(({ reason }) => reason).sort()).toEqual(reasons);
    const ended = await Promise.all([unban(owner, member), unban(owner, member)]);
    expect(ended.map(verdict).sort()).toEqual(["204", "NotFound"]);
  });
});
