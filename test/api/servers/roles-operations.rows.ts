import { done, type Operation } from "../../convergence/operation.ts";
import { addPicture } from "../../convergence/picture.ts";
import {
  addRole,
  editMember,
  hiding,
  inPlace,
  override,
  postEverywhere,
  type ServerAction,
  type ServerFixture,
} from "../../convergence/place.ts";

const edit =
  (body: object): ServerAction =>
  ({ server, ann }, { id, crew }) =>
    done(server.client.patch(`/servers/${id}/roles/${crew}`, body, ann));

const setIcon: ServerAction = async (world, place) =>
  edit({ icon: await addPicture(world.server, world.ann, "icons") })(world, place);

const remove =
  (role: "crew" | "guests"): ServerAction =>
  ({ server, ann }, place) =>
    done(server.client.delete(`/servers/${place.id}/roles/${place[role]}`, {}, ann));

const rank =
  (order: (place: ServerFixture) => string[]): ServerAction =>
  ({ server, ann }, place) =>
    done(server.client.patch(`/servers/${place.id}/roles/ranks`, { ranks: order(place) }, ann));

const upsideDown = rank(({ guests, crew }) => [guests, crew]);

/** Cleo has both roles, and the higher one hides what the lower one shows. */
const contradict: ServerAction = async (world, place) => {
  await editMember("cleo", { roles: [place.guests, place.crew] })(world, place);
  await override(place.hidden, place.crew, hiding)(world, place);
};

export const operations: readonly Operation[] = inPlace(
  {
    "a role is created": [undefined, (world, { id }) => addRole(world, id, hiding)],
    "a role is renamed": [undefined, edit({ name: "renamed" })],
    "a role is coloured and apart": [undefined, edit({ colour: "#ff0000", hoist: true })],
    "a role is not apart any more": [edit({ hoist: true }), edit({ hoist: false })],
    "a colour is replaced": [edit({ colour: "red" }), edit({ colour: "blue", remove: ["Colour"] })],
    "a colour is removed": [edit({ colour: "red" }), edit({ remove: ["Colour"] })],
    "a role gets an icon": [undefined, setIcon],
    "an icon of a role is removed": [setIcon, edit({ remove: ["Icon"] })],
    "roles are put in another order": [undefined, upsideDown],
    "roles are put in another order that shows a channel": [contradict, upsideDown],
    "roles are put in another order that hides a channel": [
      async (world, place) => {
        await contradict(world, place);
        await upsideDown(world, place);
      },
      rank(({ guests, crew }) => [crew, guests]),
    ],
    "a role is deleted": [undefined, remove("crew")],
    "a role is deleted that shows a channel": [undefined, remove("guests")],
    "a role is deleted that hides a channel": [contradict, remove("crew")],
    "the last role is deleted": [remove("crew"), remove("guests")],
  },
  postEverywhere,
);
