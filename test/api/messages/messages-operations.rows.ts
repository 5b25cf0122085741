import { permission } from "../../../src/permissions/bits.ts";
import { done, type Operation, relate } from "../../convergence/operation.ts";
import { inPlace, override, type ServerAction, type ServerFixture } from "../../convergence/place.ts";
import type { Name, World } from "../../convergence/world.ts";
import { postMessage } from "../../support/messages/sending.ts";

const say = ({ server }: World, by: { token: string }, [channel, draft]: readonly [string, object]) =>
  done(postMessage(server, { by, channel }, draft));

/** A message in a conversation of two users, or in saved messages, which is opened beforehand. */
function between(
  by: Name,
  to: Name,
  { given, draft }: { given?: (world: World, channel: string) => Promise<unknown>; draft: Draft },
): Pick<Operation, "given" | "run"> {
  const open = async ({ server, ...people }: World) =>
    (await done(server.client.get(`/users/${people[to].id}/dm`, people[by]))).body._id as string;
  return {
    async given(world) {
      if (by !== to) await relate(world, "Friend/Friend", [world[by], world[to], "meet"]);
      await given?.(world, await open(world));
    },
    run: async (world) => say(world, world[by], [await open(world), draft(world)]),
  };
}

type Draft = (world: World) => object;
const hello: Draft = () => ({ content: "Hello." });
const toAnn: Draft = ({ ann }) => ({ content: `<@${ann.id}>` });
const close = (name: Name) => (world: World, channel: string) =>
  done(world.server.client.delete(`/channels/${channel}`, {}, world[name]));

const inRoom =
  (
    by: Name,
    which: "general" | "hidden",
    draft: (world: World, place: ServerFixture) => object,
  ): ServerAction =>
  (world, place) =>
    say(world, world[by], [place[which], draft(world, place)]);

const mentionable: ServerAction = (world, place) =>
  override(place.general, "default", {
    allow: permission.MentionEveryone + permission.MentionRoles,
    deny: 0,
  })(world, place);
const naming =
  (...names: Name[]) =>
  (world: World) => ({ content: names.map((name) => `<@${world[name].id}>`).join(" ") });

const save = between("ann", "ann", { draft: toAnn });

/** Messages in conversations and servers. */
export const operations: readonly Operation[] = [
  { name: "a message is sent to a friend", ...between("ann", "ben", { draft: hello }) },
  { name: "a message mentions the other", ...between("ben", "ann", { draft: toAnn }) },
  { name: "a message mentions its author", ...between("ann", "ben", { draft: toAnn }) },
  {
    name: "a message mentions the other for the second time",
    ...between("ben", "ann", {
      given: (world, channel) => say(world, world.ben, [channel, toAnn(world)]),
      draft: toAnn,
    }),
  },
  {
    name: "a message opens a conversation again",
    ...between("ben", "ann", { given: close("ann"), draft: toAnn }),
  },
  { name: "a message is sent to saved messages", ...save },
  {
    name: "the last saved message is deleted",
    async given(world) {
      for (const _ of ["one", "two"]) await save.run(world);
    },
    async run({ server, ann }) {
      const { body: saved } = await done(server.client.get(`/users/${ann.id}/dm`, ann));
      const messages = `/channels/${saved._id}/messages`;
      const [last] = (await done(server.client.get(messages, ann))).body;
      await done(server.client.delete(`${messages}/${last._id}`, {}, ann));
    },
  },
  ...inPlace({
    "a message is sent in a server": [undefined, inRoom("ben", "general", () => ({ content: "Hello." }))],
    "a message is sent where not all see it": [
      undefined,
      inRoom("cleo", "hidden", () => ({ content: "Psst." })),
    ],
    "a message mentions some who see it": [undefined, inRoom("ann", "hidden", naming("ben", "cleo", "dan"))],
    "a message mentions some and answers one": [
      inRoom("cleo", "general", () => ({ content: "Question?" })),
      async (world, place) => {
        const { body } = await done(world.server.client.get(`/channels/${place.general}`, world.ann));
        const replies = [{ id: body.last_message_id, mention: true }];
        await say(world, world.ann, [place.general, { ...naming("ben")(world), replies }]);
      },
    ],
    "a message mentions everyone": [
      mentionable,
      inRoom("ben", "general", () => ({ content: "@everyone @online" })),
    ],
    "a message mentions a role": [
      mentionable,
      inRoom("ann", "general", (_, { crew }) => ({ content: `<%${crew}>` })),
    ],
    "a message mentions people without notifying them": [
      mentionable,
      inRoom("ann", "general", (world) => ({ content: `<@${world.ben.id}> @everyone`, flags: 1 })),
    ],
    "a message is sent in a slow channel": [
      ({ server, ann }, { general }) =>
        done(server.client.patch(`/channels/${general}`, { slowmode: 60 }, ann)),
      inRoom("cleo", "general", () => ({ content: "Slowly." })),
    ],
  }),
];
