import { done, type Operation } from "../../convergence/operation.ts";
import { inPlace, type ServerAction } from "../../convergence/place.ts";
import type { World } from "../../convergence/world.ts";
import { postMessage } from "../../support/messages/sending.ts";

/** Ids of the messages of Ann to Cleo. */
const said = new WeakMap<World, string[]>();

const mention: ServerAction = async (world, { general }) => {
  const content = `<@${world.cleo.id}>`;
  const { body } = await done(postMessage(world.server, { by: world.ann, channel: general }, { content }));
  said.set(world, [...(said.get(world) ?? []), body._id]);
};

const mentionTwice: ServerAction = async (world, place) => {
  for (const _ of [1, 2]) await mention(world, place);
};

const readUpTo =
  (which: number): ServerAction =>
  (world, { general }) => {
    const id = said.get(world)?.at(which);
    return done(world.server.client.put(`/channels/${general}/ack/${id}`, {}, world.cleo));
  };

export const operations: readonly Operation[] = inPlace({
  "a channel is read": [mentionTwice, readUpTo(1)],
  "a channel is read up to a message": [mentionTwice, readUpTo(0)],
  "a channel is read, and a new message mentions the user": [
    mention,
    async (world, place) => {
      await readUpTo(0)(world, place);
      await mention(world, place);
    },
  ],
});
