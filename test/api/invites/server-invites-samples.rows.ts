import type { Samples } from "../../compat/sample.ts";
import { newUser } from "../../support/accounts/people.ts";
import type { TestServer } from "../../support/server/server.ts";
import { newCommunity } from "../../support/servers/communities.ts";
import { furnishGroup } from "../conversations/groups-samples.rows.ts";

async function invite(server: TestServer) {
  const place = await newCommunity(server);
  const made = await server.client.post(`/channels/${place.channel}/invites`, {}, place.owner);
  return { ...place, made, path: `/invites/${made.body._id}` };
}

export const samples: Samples = {
  "POST /channels/{target}/invites": async ({ server }) => [
    (await invite(server)).made,
    (await furnishGroup(server)).made,
  ],
  "GET /invites/{target}": async ({ server }) => [
    await server.client.get((await invite(server)).path),
    await server.client.get((await furnishGroup(server)).code),
  ],
  "POST /invites/{target}": async ({ server }) => {
    const { path } = await invite(server);
    const { code, stranger } = await furnishGroup(server);
    return [
      await server.client.post(path, {}, await newUser(server)),
      await server.client.post(code, {}, stranger),
    ];
  },
  "DELETE /invites/{target}": async ({ server }) => {
    const { path, owner } = await invite(server);
    return [await server.client.delete(path, {}, owner)];
  },
  "GET /servers/{target}/invites": async ({ server }) => {
    const { id, owner } = await invite(server);
    return [await server.client.get(`/servers/${id}/invites`, owner)];
  },
};
