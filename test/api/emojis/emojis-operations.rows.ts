import { done, type Operation } from "../../convergence/operation.ts";
import { addPicture } from "../../convergence/picture.ts";
import { inPlace, invite, type ServerAction, type ServerFixture } from "../../convergence/place.ts";
import type { World } from "../../convergence/world.ts";

async function addEmoji({ server, ann }: World, { id }: ServerFixture): Promise<string> {
  const file = await addPicture(server, ann, "emojis");
  await done(
    server.client.put(`/custom/emoji/${file}`, { name: "smile", parent: { type: "Server", id } }, ann),
  );
  return file;
}

/** The emoji of each place. */
const change =
  (call: (world: World, path: string) => Promise<unknown>): ServerAction =>
  async (world, { id }) => {
    const { body } = await done(world.server.client.get(`/servers/${id}/emojis`, world.ann));
    await call(world, `/custom/emoji/${body[0]._id}`);
  };

export const operations: readonly Operation[] = inPlace({
  "an emoji is created": [undefined, addEmoji],
  "an emoji is renamed": [
    addEmoji,
    change(({ server, ann }, path) => done(server.client.patch(path, { name: "laugh" }, ann))),
  ],
  "an emoji is deleted": [
    addEmoji,
    change(({ server, ann }, path) => done(server.client.delete(path, {}, ann))),
  ],
  "a user joins a server with an emoji": [
    addEmoji,
    (world, { general }) => invite(world, general, world.dan),
  ],
  "a user leaves a server with an emoji": [
    addEmoji,
    ({ server, cleo }, { id }) => done(server.client.delete(`/servers/${id}`, {}, cleo)),
  ],
  "a server is read": [
    async (world, { id, general }) => {
      const { client } = world.server;
      await done(client.patch(`/servers/${id}`, { system_messages: { user_joined: general } }, world.ann));
      await invite(world, general, world.dan);
    },
    ({ server, cleo }, { id }) => done(server.client.put(`/servers/${id}/ack`, {}, cleo)),
  ],
});
