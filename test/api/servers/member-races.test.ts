import { expect, test } from "bun:test";
import { findMember, findServer, isBanned, lockServer } from "../../../src/domains/members/index.ts";
import { removeMember } from "../../../src/domains/servers/actions/remove-member.ts";
import { joinServer } from "../../../src/domains/servers/index.ts";
import type { Person } from "../../support/accounts/people.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { amount, anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { usualConnections } from "../../support/server/server.ts";
import { newMember } from "../../support/servers/communities.ts";
import { memberCalls, newModeratedServer, readMember, verdict } from "../../support/servers/member-calls.ts";
import { addRole } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

const rounds = amount(3, 8);

describeServer("concurrent changes of members", anyEngine, { config: usualConnections }, (server) => {
  const leave = (id: string, person: Person) =>
    server.running.store.write(async (tx) => {
      const [row, member] = [await findServer(tx, id), await findMember(tx, id, person.id)];
      if (row && member) await removeMember(tx, row, { member, reason: "Leave" });
    });

  /** Does what joining by an invite does. */
  const join = (id: string, person: Person) =>
    server.running.store.write(async (tx) => {
      const row = await findServer(tx, id);
      if (!row || (await isBanned(tx, id, person.id)) || (await findMember(tx, id, person.id))) return;
      await lockServer(tx, id);
      await joinServer(tx, row, person.id);
    });

  test("all edits of one member take effect, and events add up to the stored state", async () => {
    const community = await newModeratedServer(server);
    const { owner, member } = community;
    const { edit } = memberCalls(server, community);
    const roles = await Promise.all([20, 21, 22].map((rank) => addRole(server, community, { rank })));
    const state: Record<string, unknown> = { can_publish: true };
    await using announcements = await recordAnnouncements(server);
    for (let round = 0; round < rounds; round++) {
      const edits = [
        { nickname: `N${round}` },
        { can_publish: round % 2 === 0 },
        ...roles.map((role) => ({ roles: [role] })),
        { remove: ["Roles"] },
      ];
      const responses = await Promise.all(edits.map((body) => edit(owner, member, body)));
      expect(new Set(responses.map(verdict))).toEqual(new Set(["200"]));
      const stored = await readMember(server, community, member);
      expect(stored?.nickname).toBe(`N${round}`);
      for (const { payload } of announcements.take() as { payload: { data: object; clear: string[] } }[])
        Object.assign(state, payload.clear.includes("Roles") && { roles: [] }, payload.data);
      expect(state.roles).toEqual(stored?.roles ?? []);
      expect(state.can_publish).toBe(stored?.can_publish ?? true);
    }
  });

  test("a member is removed once, whether kicked, banned or leaving", async () => {
    const community = await newModeratedServer(server);
    const { owner, id } = community;
    const { kick, ban } = memberCalls(server, community);
    for (let round = 0; round < rounds; round++) {
      const member = await newMember(server, community);
      await using announcements = await recordAnnouncements(server);
      const [kicked, again, banned] = await Promise.all([
        kick(owner, member),
        kick(owner, member),
        ban(owner, member),
        leave(id, member),
      ]);
      expect(
        [verdict(kicked), verdict(again)].filter((outcome) => outcome === "204").length,
      ).toBeLessThanOrEqual(1);
      for (const outcome of [kicked, again]) expect(verdict(outcome)).toBeOneOf(["204", "NotFound"]);
      expect(verdict(banned)).toBe("200");
      expect(announcements.take().map(({ name }) => name)).toEqual(["ServerMemberLeave"]);
      expect(await readMember(server, community, member)).toBeUndefined();
      const { body } = await server.client.get(`/servers/${id}`, owner);
      expect(body.approximate_member_count).toBe(3);
    }
  });

  test("a banned user is never a member, whichever came first", async () => {
    const community = await newModeratedServer(server);
    const { owner, id } = community;
    const { ban, kick, unban } = memberCalls(server, community);
    const member = await newMember(server, community);
    for (let round = 0; round < rounds; round++) {
      await kick(owner, member);
      await unban(owner, member);
      const [banned] = await Promise.all([ban(owner, member), join(id, member)]);
      expect(verdict(banned)).toBe("200");
      expect(await readMember(server, community, member)).toBeUndefined();
    }
  });

  test("concurrent bans of one user are one ban, and can be lifted once", async () => {
    const community = await newModeratedServer(server);
    const { owner, member } = community;
    const { ban, unban, bans } = memberCalls(server, community);
    await using announcements = await recordAnnouncements(server);
    const reasons = ["a", "b", "c", "d"];
    const responses = await Promise.all(reasons.map((reason) => ban(owner, member, { reason })));
    expect(responses.map(verdict)).toEqual(["200", "200", "200", "200"]);
    expect(announcements.take()).toHaveLength(1);
    const { body } = await bans(owner);
    expect(body.bans).toHaveLength(1);
    expect((await readAuditLog(server, community)).map(({ reason }) => reason).sort()).toEqual(reasons);
    const unbans = await Promise.all([unban(owner, member), unban(owner, member)]);
    expect(unbans.map(verdict).sort()).toEqual(["204", "NotFound"]);
  });
});
