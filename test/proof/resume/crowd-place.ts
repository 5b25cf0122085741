import { done } from "../../convergence/operation.ts";
import { hiding, showing } from "../../convergence/place.ts";
import type { WalkUser } from "../../convergence/walk-action.ts";
import type { TestServer } from "../../support/server/server.ts";
import { joinCommunity } from "../../support/servers/communities.ts";

/** A server with all of these people. Every second one has a role, and can therefore see one of its two channels. */
export async function createPlace(
  server: TestServer,
  founder: WalkUser,
  people: readonly WalkUser[],
): Promise<void> {
  const { client } = server;
  const { body } = await done(client.post("/servers/create", { name: "Place" }, founder));
  const id: string = body.server._id;
  const { body: channel } = await done(client.post(`/servers/${id}/channels`, { name: "hidden" }, founder));
  const { body: role } = await done(client.post(`/servers/${id}/roles`, { name: "role" }, founder));
  for (const [whom, permissions] of [
    ["default", hiding],
    [role.id, showing],
  ])
    await done(client.put(`/channels/${channel._id}/permissions/${whom}`, { permissions }, founder));
  for (const [index, person] of people.entries()) {
    if (person !== founder) await joinCommunity(server, { id }, person);
    if (index % 2 === 0)
      await done(client.patch(`/servers/${id}/members/${person.id}`, { roles: [role.id] }, founder));
  }
}
