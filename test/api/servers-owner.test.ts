import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { topic } from "../../src/protocol/event.ts";
import { readAuditLog } from "../support/audit-log.ts";
import { type Community, newCommunity, newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { expectFailure, outcome } from "../support/expect-failure.ts";
import { newTicket, newUser, type Person } from "../support/people.ts";
import { recordAnnouncements } from "../support/record-announcements.ts";
import { addRole } from "../support/roles.ts";
import { runCommand } from "../support/run-command.ts";
import { turnOnTotp } from "../support/second-factor.ts";
import { openServer, type TestServer } from "../support/server.ts";

for (const engine of engines) {
  describe(`transferring a server, on ${engine}`, () => {
    let server: TestServer;
    let community: Community;
    let member: Person;

    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    async function found(): Promise<void> {
      community = await newCommunity(server);
      member = await newMember(server, community);
    }

    const give = (by: Person, body: object, ticket?: string) =>
      server.client.patch(`/servers/${community.id}`, body, {
        token: by.token,
        ...(ticket !== undefined && { ticket }),
      });
    /** Whether a ticket is still valid; consumes it. */
    const isGood = async (ticket: string, by: Person) =>
      (await server.client.post("/auth/mfa/recovery", {}, { token: by.token, ticket })).status === 200;

    test("makes a member the owner with all permissions, and the old owner a member", async () => {
      await found();
      await using announcements = await recordAnnouncements(server);
      const ticket = await newTicket(server, community.owner);
      const { status, body } = await give(community.owner, { owner: member.id }, ticket);
      expect({ status, owner: body.owner }).toEqual({ status: 200, owner: member.id });
      expect(announcements.take()).toEqual([
        {
          name: "ServerUpdate",
          topics: [topic.server(community.id)],
          payload: { id: community.id, data: { owner: member.id }, clear: [] },
          changes: [{ kind: "server changed", server: community.id, owner: member.id }],
        },
      ]);
      expect(await readAuditLog(server, community)).toMatchObject([
        {
          action: { type: "ServerEdit", before: { owner: community.owner.id }, after: { owner: member.id } },
        },
      ]);
      expect(await isGood(ticket, community.owner)).toBe(false);
      expect(outcome(await give(community.owner, { name: "Mine" }))).toBe("403 MissingPermission");
      expect(outcome(await give(member, { name: "Mine" }))).toBe("200");
      const again = await newTicket(server, community.owner);
      expectFailure(await give(community.owner, { owner: community.owner.id }, again), 403, "NotOwner");
      expect(await isGood(again, community.owner)).toBe(true);
    });

    test("is for the owner and privileged users, whatever roles others have", async () => {
      await found();
      await addRole(server, community, {
        rank: 0,
        allow: ["ManageServer", "ManageChannel"],
        holders: [member],
      });
      const ticket = await newTicket(server, member);
      expectFailure(await give(member, { owner: member.id }, ticket), 403, "NotOwner");
      expect(await isGood(ticket, member)).toBe(true);

      const privileged = await newUser(server);
      await runCommand(server, "users", "promote", privileged.id);
      expectFailure(await give(privileged, { owner: member.id }), 401, "InvalidCredentials");
      const own = await newTicket(server, privileged);
      expect((await give(privileged, { owner: member.id }, own)).body.owner).toBe(member.id);
    });

    test("needs a ticket that is validated, fresh, unused and of the caller", async () => {
      await found();
      const foreign = await newTicket(server, member);
      const stale = await newTicket(server, community.owner);
      server.clock.advance(5 * 60_000 + 1);
      const used = await newTicket(server, community.owner);
      expect(await isGood(used, community.owner)).toBe(true);
      for (const ticket of [undefined, "", "unknown", stale, used, foreign])
        expectFailure(await give(community.owner, { owner: member.id }, ticket), 401, "InvalidCredentials");
    });

    test("needs a second factor where there is one, as the login's ticket does not say so yet", async () => {
      await found();
      await turnOnTotp(server, community.owner);
      const { email } = community.owner;
      const login = { email, password: "a good password 1", friendly_name: "test" };
      const { body } = await server.client.post("/auth/session/login", login);
      expect(body.result).toBe("MFA");
      const answer = await give(community.owner, { owner: member.id }, body.ticket);
      expectFailure(answer, 401, "InvalidCredentials");
    });

    test("consumes the ticket even if it fails afterwards", async () => {
      await found();
      const stranger = await newUser(server);
      for (const [body, expected] of [
        [{ owner: stranger.id }, "404 NotFound"],
        [{ owner: "unknown" }, "404 NotFound"],
        [{ owner: member.id, flags: 1 }, "403 NotPrivileged"],
        [{ owner: member.id, icon: "unknown" }, "404 NotFound"],
        [{ owner: member.id, name: "" }, "400 FailedValidation"],
      ] as const) {
        const ticket = await newTicket(server, community.owner);
        expect(outcome(await give(community.owner, body, ticket))).toBe(expected);
        // Malformed edits do not get to the ticket.
        expect(await isGood(ticket, community.owner)).toBe(expected.endsWith("FailedValidation"));
      }
      const { body } = await server.client.get(`/servers/${community.id}`, community.owner);
      expect(body.owner).toBe(community.owner.id);
    });

    test("to oneself changes nothing, but consumes a ticket", async () => {
      await found();
      await using announcements = await recordAnnouncements(server);
      expect(outcome(await give(community.owner, { owner: community.owner.id }))).toBe(
        "401 InvalidCredentials",
      );
      const ticket = await newTicket(server, community.owner);
      expect(outcome(await give(community.owner, { owner: community.owner.id }, ticket))).toBe("200");
      expect(announcements.take()).toEqual([]);
    });

    test("other edits do not consume a ticket", async () => {
      await found();
      const ticket = await newTicket(server, community.owner);
      expect(outcome(await give(community.owner, { name: "Still mine" }, ticket))).toBe("200");
      expect(await isGood(ticket, community.owner)).toBe(true);
    });

    test("twice concurrently succeeds once with one ticket", async () => {
      await found();
      const ticket = await newTicket(server, community.owner);
      const answers = await Promise.all(
        [1, 2].map(() => give(community.owner, { owner: member.id }, ticket)),
      );
      // The second call finds the ticket consumed or, if the first was quick, is not by the owner any more.
      const outcomes = answers.map(outcome).sort();
      expect(outcomes[0]).toBe("200");
      expect(outcomes[1]).toBeOneOf(["401 InvalidCredentials", "403 NotOwner"]);
    });

    test("while the new owner leaves, the server has an owner who is a member", async () => {
      await found();
      const ticket = await newTicket(server, community.owner);
      const [given, left] = await Promise.all([
        give(community.owner, { owner: member.id }, ticket),
        server.client.delete(`/servers/${community.id}`, {}, member),
      ]);
      expect(left.status).toBe(204);
      const { body } = await server.client.get(`/servers/${community.id}`, community.owner);
      // Either the member left before, or owned the server when deleting it.
      if (given.status === 200) expect(body.type).toBe("NotFound");
      else expect([outcome(given), body.owner]).toEqual(["404 NotFound", community.owner.id]);
    });
  });
}
