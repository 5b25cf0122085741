import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { TSchema } from "typebox";
import {
  DefaultPermissions,
  RoleDraft,
  RoleEdit,
  RolePermissions,
  RoleRanks,
} from "../../src/domains/servers/role-model.ts";
import type { Answer } from "../support/client.ts";
import { type Community, newCommunity, newMember } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { outcome } from "../support/expect-failure.ts";
import { hostileText, plausible } from "../support/hostile-values.ts";
import type { Person } from "../support/people.ts";
import { rolesIn } from "../support/role-calls.ts";
import { addRole } from "../support/roles-held.ts";
import { openServer, type TestServer } from "../support/server.ts";

const seed = 20_240_612;
const tries = 120;

describe.each([...engines])("hostile input about roles, on %s", (engine) => {
  let server: TestServer;
  let place: Community;
  let member: Person;
  let role: string;
  let roles: ReturnType<typeof rolesIn>;

  beforeAll(async () => {
    server = await openServer(engine);
    place = await newCommunity(server);
    member = await newMember(server, place);
    role = await addRole(server, place, { rank: 0, holders: [member] });
    roles = rolesIn(server, place);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function sendAll<T>(values: fc.Arbitrary<T>, send: (value: T) => Promise<Answer>): Promise<void> {
    for (const value of fc.sample(values, { seed, numRuns: tries })) {
      const answer = await send(value);
      expect(answer.status, `${outcome(answer)} for ${JSON.stringify(value)}`).toBeLessThan(500);
    }
    // Whatever it was, what is left can be shown to everybody.
    for (const path of ["", `/roles/${role}`, "/members"])
      expect((await server.client.get(`/servers/${place.id}${path}`, member)).status).toBe(200);
  }

  const bodies = (schema: TSchema) => plausible(schema).map((value) => JSON.stringify(value));
  const text = hostileText.map((value) => encodeURIComponent(value.toWellFormed()));

  test("new ones", () => sendAll(bodies(RoleDraft), (body) => roles.create(place.owner, body)));
  test("edits", () => sendAll(bodies(RoleEdit), (body) => roles.edit(place.owner, role, body)));
  test("orders", () => sendAll(bodies(RoleRanks), (body) => roles.edit(place.owner, "ranks", body)));
  test("what one may do", () =>
    sendAll(bodies(RolePermissions), (body) => roles.put(place.owner, role, body)));
  test("what everybody may do", () =>
    sendAll(bodies(DefaultPermissions), (body) => roles.put(place.owner, "default", body)));

  test("ids", () =>
    sendAll(fc.tuple(text, fc.constantFrom("fetch", "edit", "remove", "put")), ([id, verb]) => {
      if (verb === "put") return roles.allow(place.owner, id, [0]);
      return roles[verb](place.owner, id);
    }));
});
