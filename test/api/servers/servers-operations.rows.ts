import { done, type Operation } from "../../convergence/operation.ts";
import { addPicture } from "../../convergence/picture.ts";
import {
  inPlace,
  invite,
  postEverywhere,
  type ServerAction,
  type ServerFixture,
} from "../../convergence/place.ts";
import { newTicket } from "../../support/accounts/people.ts";
import { makeConfirmed } from "../../support/operators/operators.ts";

const edit =
  (body: (place: ServerFixture) => object): ServerAction =>
  ({ server, ann }, place) =>
    done(server.client.patch(`/servers/${place.id}`, body(place), ann));

const set = (body: object) => edit(() => body);
const remove = (...fields: string[]) => set({ remove: fields });

const setPicture =
  (field: "icon" | "banner"): ServerAction =>
  async (world, place) =>
    set({ [field]: await addPicture(world.server, world.ann, `${field}s`) })(world, place);

const sort = edit(({ general, hidden }) => ({
  categories: [
    { id: "one", title: "One", channels: [hidden, general] },
    { id: "two", title: "Two", channels: [] },
  ],
}));

const announceAll = edit(({ general, hidden }) => ({
  system_messages: { user_joined: general, user_left: hidden, user_kicked: general, user_banned: general },
}));

/** Sets fields that only operators may set. */
const mark =
  (body: object): ServerAction =>
  async ({ server, ann }, { id }) => {
    await makeConfirmed(server, ann);
    await done(server.client.patch(`/admin/servers/${id}`, body, ann));
  };

const transfer: ServerAction = async ({ server, ann, ben }, { id }) => {
  const ticket = await newTicket(server, ann);
  await done(server.client.patch(`/servers/${id}`, { owner: ben.id }, { token: ann.token, ticket }));
};

const leave =
  (query = ""): ServerAction =>
  ({ server, cleo }, { id }) =>
    done(server.client.delete(`/servers/${id}${query}`, {}, cleo));

const join: ServerAction = (world, { general }) => invite(world, general, world.dan);

const kick: ServerAction = ({ server, ben, cleo }, { id }) =>
  done(server.client.delete(`/servers/${id}/members/${cleo.id}`, {}, ben));

export const ban =
  (name: "cleo" | "dan"): ServerAction =>
  ({ server, ben, [name]: whom }, { id }) =>
    done(server.client.put(`/servers/${id}/bans/${whom.id}`, { delete_message_seconds: 60 }, ben));

const comeBack: ServerAction = async (world, place) => {
  await invite(world, place.general, world.cleo);
};

/** Operations by which users join or leave a server. */
export const accessOperations: readonly Operation[] = [
  {
    name: "a server is created",
    run: ({ server, ann }) =>
      done(server.client.post("/servers/create", { name: "New", description: "Fresh", nsfw: true }, ann)),
  },
  ...inPlace(
    {
      "somebody joins a server": [undefined, join],
      "somebody joins a server that announces it": [announceAll, join],
      "a member leaves": [undefined, leave()],
      "a member leaves a server that announces it": [announceAll, leave()],
      "a member leaves silently": [announceAll, leave("?leave_silently=true")],
      "a member comes back": [leave(), comeBack],
      "a member is kicked": [undefined, kick],
      "a member is kicked, which is announced": [announceAll, kick],
      "a member is banned": [undefined, ban("cleo")],
      "a member is banned, which is announced": [announceAll, ban("cleo")],
      "a stranger is banned": [undefined, ban("dan")],
      "a ban is lifted, and who was banned comes back": [
        ban("cleo"),
        async (world, place) => {
          await done(world.server.client.delete(`/servers/${place.id}/bans/${world.cleo.id}`, {}, world.ben));
          await comeBack(world, place);
        },
      ],
      "a server is deleted": [
        undefined,
        ({ server, ann }, { id }) => done(server.client.delete(`/servers/${id}`, {}, ann)),
      ],
      "a server is given away": [undefined, transfer],
      "a server is given away, and left": [
        transfer,
        ({ server, ann }, { id }) => done(server.client.delete(`/servers/${id}`, {}, ann)),
      ],
    },
    postEverywhere,
  ),
];

export const operations: readonly Operation[] = inPlace({
  "a server is renamed": [undefined, set({ name: "Other place" })],
  "a server is described": [undefined, set({ description: "Where we are" })],
  "a description of a server is removed": [set({ description: "Gone soon" }), remove("Description")],
  "a server is sorted into categories": [undefined, sort],
  "categories are replaced": [sort, set({ categories: [{ id: "1", title: "None", channels: [] }] })],
  "categories are removed": [sort, remove("Categories")],
  "system messages are configured": [undefined, announceAll],
  "system messages are replaced": [
    announceAll,
    edit(({ general }) => ({ system_messages: { user_left: general } })),
  ],
  "system messages are removed": [announceAll, remove("SystemMessages")],
  "a server gets an icon": [undefined, setPicture("icon")],
  "a server gets a banner": [undefined, setPicture("banner")],
  "an icon of a server is replaced": [setPicture("icon"), setPicture("icon")],
  "icon and banner of a server are removed": [
    async (world, place) => {
      await setPicture("icon")(world, place);
      await setPicture("banner")(world, place);
    },
    remove("Icon", "Banner"),
  ],
  "analytics are enabled": [undefined, set({ analytics: true })],
  "analytics are disabled": [set({ analytics: true }), set({ analytics: false })],
  "a server gets flags": [undefined, mark({ flags: 1, discoverable: true })],
  "flags of a server are removed": [
    mark({ flags: 1, discoverable: true }),
    mark({ flags: 0, discoverable: false }),
  ],
  "everything of a server is set and removed": [
    set({ description: "Before" }),
    edit(({ general }) => ({
      name: "All",
      description: "After",
      categories: [{ id: "all", title: "All", channels: [general] }],
      system_messages: { user_joined: general },
      remove: ["Description", "Categories", "SystemMessages", "Icon", "Banner"],
    })),
  ],
});
