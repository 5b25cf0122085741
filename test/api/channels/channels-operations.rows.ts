import { done, type Operation } from "../../convergence/operation.ts";
import { addPicture } from "../../convergence/picture.ts";
import {
  addChannel,
  editMember,
  hiding,
  inPlace,
  neutral,
  override,
  postEverywhere,
  type ServerAction,
  type ServerFixture,
  showing,
} from "../../convergence/place.ts";

const create =
  (draft: object): ServerAction =>
  (world, { id }) =>
    addChannel(world, id, { name: "new", ...draft });

const edit =
  (which: "general" | "hidden", body: object): ServerAction =>
  ({ server, ann }, place) =>
    done(server.client.patch(`/channels/${place[which]}`, body, ann));

const setIcon: ServerAction = async (world, place) =>
  edit("general", { icon: await addPicture(world.server, world.ann, "icons") })(world, place);

const remove =
  (which: "general" | "hidden"): ServerAction =>
  ({ server, ann }, place) =>
    done(server.client.delete(`/channels/${place[which]}`, {}, ann));

const useEverywhere: ServerAction = ({ server, ann }, { id, general, hidden }) => {
  const categories = [{ id: "all", title: "All", channels: [general, hidden] }];
  const system_messages = { user_joined: general, user_left: hidden };
  return done(server.client.patch(`/servers/${id}`, { categories, system_messages }, ann));
};

const allow =
  (which: "general" | "hidden", whom: "default" | "crew" | "guests", permissions: object): ServerAction =>
  (world, place) =>
    override(place[which], whom === "default" ? whom : place[whom], permissions)(world, place);

const allowInServer =
  (permissions: (place: ServerFixture) => readonly [whom: string, value: unknown]): ServerAction =>
  ({ server, ann }, place) => {
    const [whom, value] = permissions(place);
    return done(server.client.put(`/servers/${place.id}/permissions/${whom}`, { permissions: value }, ann));
  };

export const operations: readonly Operation[] = inPlace({
  "a channel is created": [undefined, create({ description: "About", nsfw: true })],
  "a channel for voice is created": [undefined, create({ type: "Voice", voice: { max_users: 3 } })],
  "a channel is renamed": [undefined, edit("general", { name: "renamed" })],
  "a hidden channel is renamed": [undefined, edit("hidden", { name: "renamed" })],
  "a channel is described": [undefined, edit("general", { description: "About" })],
  "a description of a channel is removed": [
    edit("general", { description: "About" }),
    edit("general", { remove: ["Description"] }),
  ],
  "a channel becomes NSFW": [undefined, edit("general", { nsfw: true })],
  "a channel is no longer NSFW": [edit("general", { nsfw: true }), edit("general", { nsfw: false })],
  "a channel gets voice": [undefined, edit("general", { voice: { max_users: 5 } })],
  "a channel loses voice": [edit("general", { voice: {} }), edit("general", { remove: ["Voice"] })],
  "a channel gets slowmode": [undefined, edit("general", { slowmode: 5 })],
  "slowmode is set to 0": [edit("general", { slowmode: 5 }), edit("general", { slowmode: 0 })],
  "slowmode is removed": [edit("general", { slowmode: 5 }), edit("general", { remove: ["Slowmode"] })],
  "a channel gets an icon": [undefined, setIcon],
  "an icon of a channel is removed": [setIcon, edit("general", { remove: ["Icon"] })],
  "a channel is deleted": [undefined, remove("general")],
  "a hidden channel is deleted": [undefined, remove("hidden")],
  "a channel that the server refers to is deleted": [useEverywhere, remove("general")],
  "a hidden channel that the server refers to is deleted": [useEverywhere, remove("hidden")],
});

/** Changes of who can view which channels. */
export const accessOperations: readonly Operation[] = inPlace(
  {
    "a channel is hidden from all": [undefined, allow("general", "default", hiding)],
    "a channel is shown to all": [undefined, allow("hidden", "default", showing)],
    "what a channel says of all is removed": [undefined, edit("hidden", { remove: ["DefaultPermissions"] })],
    "a channel is hidden from a role": [undefined, allow("general", "crew", hiding)],
    "a channel is shown to a role": [undefined, allow("hidden", "crew", showing)],
    "a channel says nothing of a role any more": [undefined, allow("hidden", "guests", neutral)],
    "everything is hidden in a server": [undefined, allowInServer(() => ["default", 0])],
    "everything is shown in a server again": [
      allowInServer(() => ["default", 0]),
      allowInServer(() => ["default", showing.allow]),
    ],
    "everything is hidden from a role": [undefined, allowInServer(({ crew }) => [crew, hiding])],
    "everything is shown to a role": [
      allowInServer(() => ["default", 0]),
      allowInServer(({ guests }) => [guests, showing]),
    ],
    "something is said in a channel, and somebody gets to see it": [
      undefined,
      async (world, place) => {
        await postEverywhere(world, place);
        await editMember("ben", { roles: [place.guests] })(world, place);
      },
    ],
    "a channel is hidden, and shown again": [
      undefined,
      async (world, place) => {
        await allow("general", "default", hiding)(world, place);
        await edit("general", { name: "meanwhile" })(world, place);
        await allow("general", "default", neutral)(world, place);
      },
    ],
  },
  postEverywhere,
);
