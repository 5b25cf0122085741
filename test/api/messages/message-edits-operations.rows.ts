import { done, type Operation } from "../../convergence/operation.ts";
import { inPlace, type ServerAction, type ServerFixture } from "../../convergence/place.ts";
import type { Name, World } from "../../convergence/world.ts";
import { messageCalls } from "../../support/messages/message-calls.ts";

type Room = "general" | "hidden";

/** These users send messages that mention a user. */
const written =
  (room: Room, ...names: Name[]): ServerAction =>
  async ({ server, ...people }, place) => {
    for (const name of names)
      await messageCalls(server, place[room]).send(people[name], `<@${people.ann.id}> <@${people.ben.id}>`);
  };

/** Acts on the newest messages of a channel, newest first. */
const later =
  (
    room: Room,
    action: (calls: ReturnType<typeof messageCalls>, ids: string[], world: World) => Promise<unknown>,
  ): ServerAction =>
  async (world, place: ServerFixture) => {
    const history = await done(world.server.client.get(`/channels/${place[room]}/messages`, world.ann));
    const ids = history.body.map(({ _id }: { _id: string }) => _id);
    await action(messageCalls(world.server, place[room]), ids, world);
  };

const otter = "🦦";

/** Edits, deletions, pins and reactions. */
export const operations: readonly Operation[] = inPlace({
  "a message is edited": [
    written("general", "ben"),
    later("general", (calls, [id = ""], { ben }) => done(calls.edit(ben, id, { content: "Another." }))),
  ],
  "the last message is deleted": [
    written("general", "ben", "cleo"),
    later("general", (calls, [id = ""], { cleo }) => done(calls.remove(cleo, id))),
  ],
  "the last message of a hidden channel is deleted": [
    written("hidden", "ann", "cleo"),
    later("hidden", (calls, [id = ""], { ann }) => done(calls.remove(ann, id))),
  ],
  "another message is deleted": [
    written("general", "ben", "cleo"),
    later("general", (calls, [, id = ""], { ann }) => done(calls.remove(ann, id))),
  ],
  "all messages are deleted at once": [
    written("general", "ben", "cleo", "ann"),
    later("general", (calls, ids, { ann }) => done(calls.removeMany(ann, ids))),
  ],
  "some messages are deleted at once": [
    written("hidden", "ann", "cleo", "ann"),
    later("hidden", (calls, ids, { ann }) => done(calls.removeMany(ann, ids.slice(0, 2)))),
  ],
  "a message is pinned": [
    written("general", "ben"),
    later("general", (calls, [id = ""], { ann }) => done(calls.pin(ann, id))),
  ],
  "a message is unpinned": [
    async (world, place) => {
      await written("general", "ben")(world, place);
      await later("general", (calls, [id = ""], { ann }) => done(calls.pin(ann, id)))(world, place);
    },
    later("general", (calls, [, id = ""], { ann }) => done(calls.unpin(ann, id))),
  ],
  "a reaction is added and removed": [
    written("hidden", "ann"),
    later("hidden", async (calls, [id = ""], { cleo }) => {
      await done(calls.react(cleo, id, otter));
      await done(calls.unreact(cleo, id, otter));
    }),
  ],
  "reactions are removed": [
    written("general", "ben"),
    later("general", async (calls, [id = ""], { ann, ben }) => {
      for (const by of [ann, ben]) await done(calls.react(by, id, otter));
      await done(calls.unreact(ann, id, otter, "?remove_all=true"));
      await done(calls.clear(ann, id));
    }),
  ],
});
