import { beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import type { TSchema } from "typebox";
import { ServerChannelDraft } from "../../../src/domains/channels/model.ts";
import { ServerEdit } from "../../../src/domains/servers/model.ts";
import type { Person } from "../../support/accounts/people.ts";
import { hostileText, plausible } from "../../support/hostile/hostile-values.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { amount, anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";

const seed = 20_240_611;
const tries = amount(50, 150);

describeServer(
  "hostile input inside a server,",
  anyEngine,
  { config: { limits: { global: { server_channels: 100_000 } } } },
  (server) => {
    let community: Community;
    let member: Person;

    beforeAll(async () => {
      community = await newCommunity(server);
      member = await newMember(server, community);
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
      for (const path of ["", "?include_channels=true", "/members"])
        expect((await server.client.get(`/servers/${community.id}${path}`, member)).status).toBe(200);
    }

    const bodies = (schema: TSchema) => plausible(schema).map((value) => JSON.stringify(value));
    const text = hostileText.map((value) => encodeURIComponent(value.toWellFormed()));

    test("edits", () =>
      sendAll(bodies(ServerEdit), (body) =>
        server.client.patch(`/servers/${community.id}`, body, { ...community.owner, ticket: "x" }),
      ));

    test("channels", () =>
      sendAll(bodies(ServerChannelDraft), (body) =>
        server.client.post(`/servers/${community.id}/channels`, body, community.owner),
      ));

    test("members", () =>
      sendAll(fc.tuple(text, text), ([id, after]) =>
        server.client.get(`/servers/${community.id}/members/${id}?after=${after}`, member),
      ));

    test("pages", () =>
      sendAll(text, (after) => server.client.get(`/servers/${community.id}/members?after=${after}`, member)));

    test("names", () =>
      sendAll(text, (name) =>
        server.client.get(
          `/servers/${community.id}/members_experimental_query?experimental_api=true&query=${name}`,
          member,
        ),
      ));
  },
);
