import type { Samples } from "../../compat/sample.ts";
import { newFriends, openConversation } from "../../support/channels/conversations.ts";
import { groupCalls } from "../../support/channels/groups.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import type { TestServer } from "../../support/server/server.ts";
import { newCommunity } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { furnishGroup } from "../conversations/groups-samples.rows.ts";

const permissions = { allow: 1, deny: 2 };

/** A channel with all fields set. */
async function furnish(server: TestServer) {
  const place = await newCommunity(server);
  const { owner, channel } = place;
  const icon = await uploadFile(server, owner, { tag: "icons", content: await makeImage("png") });
  const role = await addRole(server, place, { rank: 0 });
  const edits = { name: "Den", description: "Talk", icon, nsfw: true, voice: { max_users: 2 }, slowmode: 5 };
  const edited = await server.client.patch(`/channels/${channel}`, edits, owner);
  const ofRole = await server.client.put(`/channels/${channel}/permissions/${role}`, { permissions }, owner);
  const ofAll = await server.client.put(`/channels/${channel}/permissions/default`, { permissions }, owner);
  return { owner, channel, edited, ofRole, ofAll };
}

export const samples: Samples = {
  "GET /channels/{target}": async ({ server }) => {
    const { owner, channel } = await furnish(server);
    const [one, two] = await newFriends(server);
    const talk = await openConversation(server, one, two.id);
    const saved = await openConversation(server, one, one.id);
    const group = await furnishGroup(server);
    return [
      await server.client.get(`/channels/${channel}`, owner),
      await server.client.get(`/channels/${talk.body._id}`, one),
      await server.client.get(`/channels/${saved.body._id}`, one),
      await groupCalls(server, group.id).view(group.owner),
    ];
  },
  "PATCH /channels/{target}": async ({ server }) => {
    const { owner, channel, edited } = await furnish(server);
    const remove = ["Description", "Icon", "DefaultPermissions", "Voice"];
    const group = await furnishGroup(server);
    return [
      edited,
      await server.client.patch(`/channels/${channel}`, { remove }, owner),
      group.edited,
      await groupCalls(server, group.id).edit(group.members[0], { remove }),
    ];
  },
  "DELETE /channels/{target}": async ({ server }) => {
    const { owner, channel } = await furnish(server);
    const [one, two] = await newFriends(server);
    const talk = await openConversation(server, one, two.id);
    const group = await furnishGroup(server);
    return [
      await groupCalls(server, group.id).leave(group.owner),
      await server.client.delete(`/channels/${channel}`, {}, owner),
      await server.client.delete(`/channels/${talk.body._id}?leave_silently=true`, {}, one),
    ];
  },
  "PUT /channels/{target}/permissions/{role_id}": async ({ server }) => [(await furnish(server)).ofRole],
  "PUT /channels/{target}/permissions/default": async ({ server }) => [
    (await furnish(server)).ofAll,
    (await furnishGroup(server)).allowed,
  ],
};
