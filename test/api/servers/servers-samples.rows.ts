import type { ChannelsTables } from "../../../src/domains/channels/index.ts";
import { updateMember } from "../../../src/domains/servers/store/members.ts";
import type { Samples } from "../../compat/sample.ts";
import { newTicket, newUser } from "../../support/accounts/people.ts";
import { drawPng } from "../../support/files/stored-file.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import type { TestServer } from "../../support/server/server.ts";
import { newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";

/** A server with all fields set, and a member with a role and a nickname. */
async function newFull(server: TestServer) {
  const place = await newCommunity(server);
  const member = await newMember(server, place);
  await addRole(server, place, { rank: 0, allow: ["ManageServer"], holders: [member] });
  const key = { server_id: place.id, user_id: member.id };
  const changes = { nickname: "Otter", pronouns: "they", timeout_until: server.clock.now(), can_publish: 0 };
  await server.running.store.write((tx) => updateMember(tx, key, changes));
  const content = await drawPng(4, 4);
  const edit = {
    name: "Holt",
    description: "By the river",
    icon: await uploadFile(server, place.owner, { tag: "icons", content }),
    banner: await uploadFile(server, place.owner, { tag: "banners", content }),
    categories: [{ id: "a", title: "A", channels: [place.channel] }],
    system_messages: { user_joined: place.channel },
    analytics: true,
  };
  const edited = await server.client.patch(`/servers/${place.id}`, edit, place.owner);
  return { ...place, member, edited };
}

export const samples: Samples = {
  "POST /servers/create": async ({ server }) => {
    const { token } = await newUser(server);
    const full = { name: "Holt", description: "By the river", nsfw: true };
    return [
      await server.client.post("/servers/create", { name: "Holt" }, { token }),
      await server.client.post("/servers/create", full, { token }),
    ];
  },
  "GET /servers/{target}": async ({ server }) => {
    const { id, owner } = await newFull(server);
    // With `include_channels` the response has channels where the description wrongly has ids.
    return [await server.client.get(`/servers/${id}`, owner)];
  },
  "PATCH /servers/{target}": async ({ server }) => {
    const { id, owner, member, edited } = await newFull(server);
    const remove = ["Icon", "Banner", "Categories", "SystemMessages", "Description"];
    const ticket = await newTicket(server, owner);
    return [
      edited,
      await server.client.patch(`/servers/${id}`, { remove }, owner),
      await server.client.patch(`/servers/${id}`, { owner: member.id }, { token: owner.token, ticket }),
    ];
  },
  "DELETE /servers/{target}": async ({ server }) => {
    const { id, owner, member } = await newFull(server);
    return [
      await server.client.delete(`/servers/${id}?leave_silently=true`, {}, member),
      await server.client.delete(`/servers/${id}`, {}, owner),
    ];
  },
  "PUT /servers/{target}/ack": async ({ server }) => {
    const { id, owner, channel } = await newCommunity(server);
    const last_message_id = server.running.services.ids.next();
    await server.running.store.write(async (tx) => {
      const update = tx.sql<ChannelsTables>().updateTable("channels").set({ last_message_id });
      await update.where("id", "=", channel).execute();
    });
    return [await server.client.put(`/servers/${id}/ack`, {}, owner)];
  },
  "POST /servers/{server}/channels": async ({ server }) => {
    const { id, owner } = await newCommunity(server);
    const full = { type: "Voice", name: "call", description: "Talk", nsfw: true, voice: { max_users: 3 } };
    return [
      await server.client.post(`/servers/${id}/channels`, { name: "text" }, owner),
      await server.client.post(`/servers/${id}/channels`, full, owner),
    ];
  },
  "GET /servers/{target}/members": async ({ server }) => {
    const { id, owner } = await newFull(server);
    return [
      await server.client.get(`/servers/${id}/members`, owner),
      await server.client.get(`/servers/${id}/members?exclude_offline=true`, owner),
    ];
  },
  "GET /servers/{target}/members/{member}": async ({ server }) => {
    const { id, owner, member } = await newFull(server);
    return [
      await server.client.get(`/servers/${id}/members/${member.id}`, owner),
      await server.client.get(`/servers/${id}/members/${member.id}?roles=true`, owner),
    ];
  },
  "GET /servers/{target}/members_experimental_query": async ({ server }) => {
    const { id, owner } = await newFull(server);
    const query = "query=Otter&experimental_api=true";
    return [await server.client.get(`/servers/${id}/members_experimental_query?${query}`, owner)];
  },
};
