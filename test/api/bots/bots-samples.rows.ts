import type { Samples } from "../../compat/sample.ts";
import { newUser } from "../../support/accounts/people.ts";
import { newBot } from "../../support/bots/bots.ts";
import { newGroup } from "../../support/channels/groups.ts";
import { makeImage } from "../../support/files/make-images.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import type { TestServer } from "../../support/server/server.ts";
import { newCommunity } from "../../support/servers/communities.ts";

/** A bot with all fields set. */
async function furnishBot(server: TestServer) {
  const bot = await newBot(server);
  const avatar = await uploadFile(server, bot.owner, { tag: "avatars", content: await makeImage("png") });
  const profile = { avatar, display_name: "The Robot", profile: { content: "Beep" } };
  await server.client.patch(`/users/${bot.id}`, profile, bot.owner);
  const path = `/bots/${bot.id}`;
  const edit = { name: "Robot2", analytics: true, interactions_url: "https://bots.example.com" };
  return { ...bot, path, edited: await server.client.patch(path, edit, bot.owner) };
}

export const samples: Samples = {
  "POST /bots/create": async ({ server }) => [
    await server.client.post("/bots/create", { name: "Robot" }, await newUser(server)),
  ],
  "GET /bots/@me": async ({ server }) => {
    const { owner } = await furnishBot(server);
    return [
      await server.client.get("/bots/@me", owner),
      await server.client.get("/bots/@me", await newUser(server)),
    ];
  },
  "GET /bots/{bot}": async ({ server }) => {
    const { path, owner } = await furnishBot(server);
    return [await server.client.get(path, owner)];
  },
  "GET /bots/{target}/invite": async ({ server }) => {
    const bare = await newBot(server);
    const { path, owner } = await furnishBot(server);
    return [
      await server.client.get(`/bots/${bare.id}/invite`, owner),
      await server.client.get(`${path}/invite`, owner),
    ];
  },
  "POST /bots/{target}/invite": async ({ server }) => {
    const { path, owner } = await furnishBot(server);
    const { id } = await newCommunity(server, owner);
    const { _id: group } = await newGroup(server, owner);
    return [
      await server.client.post(`${path}/invite`, { server: id }, owner),
      await server.client.post(`${path}/invite`, { group }, owner),
    ];
  },
  "PATCH /bots/{target}": async ({ server }) => {
    const { path, owner, edited } = await furnishBot(server);
    const remove = { remove: ["Token", "InteractionsURL"] };
    return [edited, await server.client.patch(path, remove, owner)];
  },
  "DELETE /bots/{target}": async ({ server }) => {
    const { path, owner } = await furnishBot(server);
    return [await server.client.delete(path, {}, owner)];
  },
};
