import { beforeAll, expect, test } from "bun:test";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, joinCommunity, newCommunity } from "../../support/servers/communities.ts";

describeServer("users who share a server", anyEngine, (server) => {
  let viewer: Person;
  let other: Person;
  let community: Community;

  beforeAll(async () => {
    [viewer, other] = [await newUser(server), await newUser(server)];
    const profile = { status: { text: "about" }, profile: { content: "Hello" } };
    await server.client.patch("/users/@me", profile, other);
    community = await newCommunity(server, other);
  });

  const get = (path = "") => server.client.get(`/users/${other.id}${path}`, viewer);

  test("cannot see each other before they share it", async () => {
    for (const path of ["", "/profile", "/mutual"])
      expect(outcome(await get(path))).toBe("403 MissingPermission");
  });

  test("see each other's profiles and mutual servers while they share it", async () => {
    await joinCommunity(server, community, viewer);
    await newCommunity(server, viewer);
    const second = await newCommunity(server, viewer);
    await joinCommunity(server, second, other);
    expect((await get()).body).toMatchObject({ relationship: "None", status: { text: "about" } });
    expect((await get("/profile")).body).toEqual({ content: "Hello" });
    expect((await get("/mutual")).body).toEqual({
      users: [],
      servers: [community.id, second.id],
      channels: [],
    });
    await server.client.delete(`/servers/${second.id}`, {}, viewer);
    expect((await get("/mutual")).body.servers).toEqual([community.id]);
  });

  test("still cannot message each other", async () => {
    expect(outcome(await get("/dm"))).toBe("403 MissingPermission");
  });

  test("cannot see each other after one has left", async () => {
    await server.client.delete(`/servers/${community.id}`, {}, viewer);
    for (const path of ["", "/profile", "/mutual"])
      expect(outcome(await get(path))).toBe("403 MissingPermission");
  });
});
