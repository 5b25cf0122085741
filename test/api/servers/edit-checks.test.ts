import { beforeAll, expect, test } from "bun:test";
import { updateMember } from "../../../src/domains/servers/store/members.ts";
import type { Permission } from "../../../src/permissions/bits.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { verdict } from "../../support/servers/member-calls.ts";
import { addRole, setDefaultPermissions } from "../../support/servers/roles.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

const unknownId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

describeServer("permissions to edit a server", anyEngine, (server) => {
  let community: Community;
  let plain: Person;
  let manager: Person;
  let channelManager: Person;
  let stranger: Person;

  beforeAll(async () => {
    community = await newCommunity(server);
    await setDefaultPermissions(server, community, []);
    plain = await newMember(server, community);
    manager = await memberWith("ManageServer");
    channelManager = await memberWith("ManageChannel");
    stranger = await newUser(server);
  });

  async function memberWith(permission: Permission): Promise<Person> {
    const person = await newMember(server, community);
    await addRole(server, community, { rank: 0, allow: [permission], holders: [person] });
    return person;
  }

  const edit = (by: Person, body: unknown, id = community.id): Promise<ApiResponse> =>
    server.client.patch(`/servers/${id}`, body, by);

  test.each([
    ["an empty name", { name: "" }],
    ["a long name", { name: "x".repeat(33) }],
    ["a long description", { description: "x".repeat(1025) }],
    ["a name that cannot be stored", { name: "\0" }],
    ["an icon of another type", { icon: {} }],
    ["a category without channels", { categories: [{ id: "a", title: "A" }] }],
    ["a category without an id", { categories: [{ id: "", title: "A", channels: [] }] }],
    ["a category with a long id", { categories: [{ id: "x".repeat(33), title: "A", channels: [] }] }],
    ["a category without a title", { categories: [{ id: "a", title: "", channels: [] }] }],
    ["a category with a long title", { categories: [{ id: "a", title: "x".repeat(33), channels: [] }] }],
    ["far too many categories", { categories: Array(201).fill({ id: "a", title: "A", channels: [] }) }],
    ["channels that are no list", { categories: [{ id: "a", title: "A", channels: "x" }] }],
    ["system messages of another type", { system_messages: [] }],
    ["a system message channel of another type", { system_messages: { user_joined: 1 } }],
    ["flags beyond 32 bits", { flags: 2 ** 31 }],
    ["flags below zero", { flags: -1 }],
    ["flags that are no whole number", { flags: 1.5 }],
    ["a switch of another type", { analytics: "true" }],
    ["a field that cannot be removed", { remove: ["Name"] }],
    ["removals that are no list", { remove: "Icon" }],
  ])("%s is refused before the server is loaded", async (_, body) => {
    const response = await edit(plain, body, unknownId);
    expectFailure(response, 400, "FailedValidation", { error: expect.any(String) });
  });

  test("a reason that is too long is refused, then a server that does not exist", async () => {
    const headers = { "x-audit-log-reason": "x".repeat(513) };
    const long = await server.client.patch(`/servers/${unknownId}`, {}, { token: plain.token, headers });
    expectFailure(long, 400, "HeaderTooLarge");
    for (const body of [{}, { name: "x" }, { owner: plain.id }])
      expectFailure(await edit(plain, body, unknownId), 404, "NotFound");
  });

  test("an empty edit is for members, and returns the server", async () => {
    await using announcements = await recordAnnouncements(server);
    for (const body of [{}, { remove: [] }, { name: null, unknown: 1 }]) {
      expect(verdict(await edit(stranger, body))).toBe("NotFound");
      const { status, body: edited } = await edit(plain, body);
      expect(status).toBe(200);
      expect(edited).toEqual((await server.client.get(`/servers/${community.id}`, plain)).body);
    }
    expect(announcements.take()).toEqual([]);
    expect(await readAuditLog(server, community)).toEqual([]);
  });

  const managed: [string, object][] = [
    ["name", { name: "x" }],
    ["description", { description: "" }],
    ["icon", { icon: unknownId }],
    ["banner", { banner: unknownId }],
    ["system_messages", { system_messages: { user_left: unknownId } }],
    ["analytics", { analytics: false }],
    ["remove", { remove: ["Categories"] }],
  ];

  test.each(managed)("%s needs ManageServer", async (_, body) => {
    for (const person of [plain, channelManager, stranger])
      expect(verdict(await edit(person, body))).toBe("MissingPermission ManageServer");
    expect(verdict(await edit(manager, body))).not.toStartWith("MissingPermission");
  });

  test("categories need ManageChannel only", async () => {
    const body = { categories: [] };
    for (const person of [plain, manager, stranger])
      expect(verdict(await edit(person, body))).toBe("MissingPermission ManageChannel");
    for (const person of [channelManager, community.owner])
      expect(verdict(await edit(person, body))).toBe("200");
    expect(verdict(await edit(channelManager, { ...body, name: "x" }))).toBe(
      "MissingPermission ManageServer",
    );
  });

  test("`flags` and `discoverable` are for operators, on their own route", async () => {
    for (const body of [{ flags: 0 }, { discoverable: false }]) {
      for (const person of [plain, manager, community.owner, stranger])
        expect(verdict(await edit(person, body))).toBe("NotPrivileged");
    }
  });

  test("checks come in order", async () => {
    const other = await newCommunity(server);
    const category = { id: "a", title: "A", channels: [community.channel, community.channel] };
    const allFields = {
      name: "x",
      owner: unknownId,
      flags: 1,
      categories: [category],
      system_messages: { user_joined: other.channel },
      icon: unknownId,
    };
    const { name: _, system_messages, icon, ...onlyOwner } = allFields;
    const { owner: _owner, ...withoutOwner } = allFields;
    const { flags: _flags, ...withoutFlags } = withoutOwner;
    const { system_messages: _systemMessages, ...withoutSystemMessages } = withoutFlags;
    expect(verdict(await edit(plain, allFields))).toBe("MissingPermission ManageServer");
    expect(verdict(await edit(plain, onlyOwner))).toBe("NotOwner");
    expect(verdict(await edit(manager, allFields))).toBe("NotOwner");
    expect(verdict(await edit(community.owner, allFields))).toBe("InvalidCredentials");
    expect(verdict(await edit(manager, withoutOwner))).toBe("NotPrivileged");
    expect(verdict(await edit(manager, withoutFlags))).toBe("MissingPermission ManageChannel");
    expect(verdict(await edit(community.owner, withoutFlags))).toBe("NotFound");
    expect(verdict(await edit(community.owner, withoutSystemMessages))).toBe("InvalidOperation");
    expect(verdict(await edit(community.owner, { ...withoutSystemMessages, categories: [] }))).toBe(
      "NotFound",
    );
    expect(verdict(await edit(community.owner, { system_messages }))).toBe("NotFound");
    expect(verdict(await edit(community.owner, { icon }))).toBe("NotFound");
  });

  test("members who are timed out cannot edit, except the owner", async () => {
    const key = { server_id: community.id, user_id: manager.id };
    const timeout = (timeout_until: number | null) =>
      server.running.store.write((tx) => updateMember(tx, key, { timeout_until }));
    await timeout(server.clock.now() + 60_000);
    expect(verdict(await edit(manager, { name: "x" }))).toBe("MissingPermission ManageServer");
    expect(verdict(await edit(manager, {}))).toBe("200");
    await timeout(null);
    expect(verdict(await edit(manager, { name: "x" }))).toBe("200");
  });
});
