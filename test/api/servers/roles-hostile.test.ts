import { beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import type { TSchema } from "typebox";
import {
  DefaultPermissions,
  RoleDraft,
  RoleEdit,
  RolePermissions,
  RoleRanks,
} from "../../../src/domains/servers/role-model.ts";
import type { Person } from "../../support/accounts/people.ts";
import { hostileText, plausible } from "../../support/hostile/hostile-values.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { amount, anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { roleCalls } from "../../support/servers/role-calls.ts";
import { addRole } from "../../support/servers/roles.ts";

const seed = 20_240_612;
const tries = amount(40, 120);

describeServer("hostile input about roles,", anyEngine, (server) => {
  let community: Community;
  let member: Person;
  let role: string;
  let roles: ReturnType<typeof roleCalls>;

  beforeAll(async () => {
    community = await newCommunity(server);
    member = await newMember(server, community);
    role = await addRole(server, community, { rank: 0, holders: [member] });
    roles = roleCalls(server, community);
  });

  async function sendAll<T>(
    values: fc.Arbitrary<T>,
    send: (value: T) => Promise<ApiResponse>,
  ): Promise<void> {
    for (const value of fc.sample(values, { seed, numRuns: tries })) {
      const response = await send(value);
      expect(response.status, `${outcome(response)} for ${JSON.stringify(value)}`).toBeLessThan(500);
    }
    // The server can still be fetched after any input.
    for (const path of ["", `/roles/${role}`, "/members"])
      expect((await server.client.get(`/servers/${community.id}${path}`, member)).status).toBe(200);
  }

  const bodies = (schema: TSchema) => plausible(schema).map((value) => JSON.stringify(value));
  const text = hostileText.map((value) => encodeURIComponent(value.toWellFormed()));

  test("creations", () => sendAll(bodies(RoleDraft), (body) => roles.create(community.owner, body)));
  test("edits", () => sendAll(bodies(RoleEdit), (body) => roles.edit(community.owner, role, body)));
  test("orders", () => sendAll(bodies(RoleRanks), (body) => roles.edit(community.owner, "ranks", body)));
  test("permissions of a role", () =>
    sendAll(bodies(RolePermissions), (body) => roles.put(community.owner, role, body)));
  test("default permissions", () =>
    sendAll(bodies(DefaultPermissions), (body) => roles.put(community.owner, "default", body)));

  test("ids", () =>
    sendAll(fc.tuple(text, fc.constantFrom("fetch", "edit", "remove", "put")), ([id, verb]) => {
      if (verb === "put") return roles.allow(community.owner, id, [0]);
      return roles[verb](community.owner, id);
    }));
});
