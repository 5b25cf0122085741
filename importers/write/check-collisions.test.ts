import { describe, expect, test } from "bun:test";
import { newRole } from "../../test/support/oidc/groups.ts";
import { engines } from "../../test/support/server/engines.ts";
import { openServer } from "../../test/support/server/server.ts";
import { newCommunity } from "../../test/support/servers/communities.ts";
import { assertNoCollisions } from "./check-collisions.ts";

describe.each([...engines])("an export on %s", (engine) => {
  test("is refused for a channel or role of another server, also if that is the last of many", async () => {
    await using server = await openServer(engine);
    const community = await newCommunity(server);
    const many = Array.from({ length: 1_000 }, (_, index) => ({ id: `new ${index}`, label: "A new one" }));
    const [role, channel] = [await newRole(server, community), community.channel].map((id) => ({
      id,
      label: "The last one",
    }));
    if (!role || !channel) throw new Error("nothing was created");
    const check = (plan: Parameters<typeof assertNoCollisions>[1], serverId = "another") =>
      server.running.store.read((db) => assertNoCollisions(db, plan, serverId));
    const refusal = (what: string) => `${what} was imported into another server. Nothing was imported.`;
    const channels = check({ channels: [...many, channel], roles: [] });
    await expect(channels).rejects.toThrow(refusal("The last one"));
    const roles = check({ channels: [], roles: [...many, role] });
    await expect(roles).rejects.toThrow(refusal("The role From a group"));
    await check({ channels: [...many, channel], roles: [...many, role] }, community.id);
  });
});
