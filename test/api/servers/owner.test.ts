import { expect, test } from "bun:test";
import { topic } from "../../../src/visibility/announcement.ts";
import { newTicket, newUser, type Person } from "../../support/accounts/people.ts";
import { turnOnTotp } from "../../support/accounts/second-factor.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

describeServer("transferring a server,", anyEngine, (server) => {
  let community: Community;
  let member: Person;

  async function newFixture(): Promise<void> {
    community = await newCommunity(server);
    member = await newMember(server, community);
  }

  const editServer = (by: Person, body: object, ticket?: string) =>
    server.client.patch(`/servers/${community.id}`, body, {
      token: by.token,
      ...(ticket !== undefined && { ticket }),
    });
  /** Whether a ticket is still valid; consumes it. */
  const isTicketValid = async (ticket: string, by: Person) =>
    (await server.client.post("/auth/mfa/recovery", {}, { token: by.token, ticket })).status === 200;

  test("makes a member the owner with all permissions, and the old owner a member", async () => {
    await newFixture();
    await using announcements = await recordAnnouncements(server);
    const ticket = await newTicket(server, community.owner);
    const { status, body } = await editServer(community.owner, { owner: member.id }, ticket);
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
    expect(await isTicketValid(ticket, community.owner)).toBe(false);
    expect(outcome(await editServer(community.owner, { name: "Mine" }))).toBe("403 MissingPermission");
    expect(outcome(await editServer(member, { name: "Mine" }))).toBe("200");
    const secondTicket = await newTicket(server, community.owner);
    expectFailure(
      await editServer(community.owner, { owner: community.owner.id }, secondTicket),
      403,
      "NotOwner",
    );
    expect(await isTicketValid(secondTicket, community.owner)).toBe(true);
  });

  test("is for the owner, not for members with roles", async () => {
    await newFixture();
    await addRole(server, community, {
      rank: 0,
      allow: ["ManageServer", "ManageChannel"],
      holders: [member],
    });
    const ticket = await newTicket(server, member);
    expectFailure(await editServer(member, { owner: member.id }, ticket), 403, "NotOwner");
    expect(await isTicketValid(ticket, member)).toBe(true);
  });

  test("needs a ticket that is validated, fresh, unused and of the caller", async () => {
    await newFixture();
    const foreign = await newTicket(server, member);
    const stale = await newTicket(server, community.owner);
    server.clock.advance(5 * 60_000 + 1);
    const used = await newTicket(server, community.owner);
    expect(await isTicketValid(used, community.owner)).toBe(true);
    for (const ticket of [undefined, "", "unknown", stale, used, foreign])
      expectFailure(
        await editServer(community.owner, { owner: member.id }, ticket),
        401,
        "InvalidCredentials",
      );
  });

  test("needs a ticket with a second factor: the unvalidated ticket of a login fails", async () => {
    await newFixture();
    await turnOnTotp(server, community.owner);
    const { email } = community.owner;
    const login = { email, password: "a good password 1", friendly_name: "test" };
    const { body } = await server.client.post("/auth/session/login", login);
    expect(body.result).toBe("MFA");
    const response = await editServer(community.owner, { owner: member.id }, body.ticket);
    expectFailure(response, 401, "InvalidCredentials");
  });

  test("consumes the ticket even if it fails afterwards", async () => {
    await newFixture();
    const stranger = await newUser(server);
    for (const [body, expected] of [
      [{ owner: stranger.id }, "404 NotFound"],
      [{ owner: "unknown" }, "404 NotFound"],
      [{ owner: member.id, flags: 1 }, "403 NotPrivileged"],
      [{ owner: member.id, icon: "unknown" }, "404 NotFound"],
      [{ owner: member.id, name: "" }, "400 FailedValidation"],
    ] as const) {
      const ticket = await newTicket(server, community.owner);
      expect(outcome(await editServer(community.owner, body, ticket))).toBe(expected);
      // A malformed edit fails before the ticket is consumed.
      expect(await isTicketValid(ticket, community.owner)).toBe(expected.endsWith("FailedValidation"));
    }
    const { body } = await server.client.get(`/servers/${community.id}`, community.owner);
    expect(body.owner).toBe(community.owner.id);
  });

  test("to oneself changes nothing, but consumes a ticket", async () => {
    await newFixture();
    await using announcements = await recordAnnouncements(server);
    expect(outcome(await editServer(community.owner, { owner: community.owner.id }))).toBe(
      "401 InvalidCredentials",
    );
    const ticket = await newTicket(server, community.owner);
    expect(outcome(await editServer(community.owner, { owner: community.owner.id }, ticket))).toBe("200");
    expect(announcements.take()).toEqual([]);
  });

  test("other edits do not consume a ticket", async () => {
    await newFixture();
    const ticket = await newTicket(server, community.owner);
    expect(outcome(await editServer(community.owner, { name: "Still mine" }, ticket))).toBe("200");
    expect(await isTicketValid(ticket, community.owner)).toBe(true);
  });

  test("twice concurrently succeeds once with one ticket", async () => {
    await newFixture();
    const ticket = await newTicket(server, community.owner);
    const responses = await Promise.all(
      [1, 2].map(() => editServer(community.owner, { owner: member.id }, ticket)),
    );
    // The second call fails because the ticket is consumed or the caller is no longer the owner.
    const outcomes = responses.map(outcome).sort();
    expect(outcomes[0]).toBe("200");
    expect(outcomes[1]).toBeOneOf(["401 InvalidCredentials", "403 NotOwner"]);
  });

  test("while the new owner leaves, the server has an owner who is a member", async () => {
    await newFixture();
    const ticket = await newTicket(server, community.owner);
    const [transfer, departure] = await Promise.all([
      editServer(community.owner, { owner: member.id }, ticket),
      server.client.delete(`/servers/${community.id}`, {}, member),
    ]);
    expect(departure.status).toBe(204);
    const { body } = await server.client.get(`/servers/${community.id}`, community.owner);
    // Either the member left before the transfer, or deleted the server as its new owner.
    if (transfer.status === 200) expect(body.type).toBe("NotFound");
    else expect([outcome(transfer), body.owner]).toEqual(["404 NotFound", community.owner.id]);
  });
});
