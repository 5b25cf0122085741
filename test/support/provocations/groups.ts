import { openConversation } from "../conversations.ts";
import { type Circle, callsOn, newCircle } from "../groups.ts";
import type { TestServer } from "../server.ts";
import { asBot } from "./as-bot.ts";
import type { Provocation, Provocations } from "./stage.ts";

type Setting = Circle & { readonly server: TestServer };

function inCircle(
  provoke: (setting: Setting, calls: ReturnType<typeof callsOn>) => ReturnType<Provocation>,
  config?: Record<string, unknown>,
): Provocation {
  return async (stage) => {
    const server = await stage.server(config);
    const circle = await newCircle(server);
    return provoke({ ...circle, server }, callsOn(server, circle.id));
  };
}

const small = { limits: { global: { group_size: 3 } } };

/** Beside what channels of servers provoke. */
export const groupEditProvocations = {
  NotOwner: inCircle(({ members: [member] }, { edit }) => edit(member, { owner: member.id })),
  NotInGroup: inCircle(({ owner, friend }, { edit }) => edit(owner, { owner: friend.id })),
};

/** Beside what invites to servers provoke. */
export const groupJoinProvocations = {
  AlreadyInGroup: inCircle(async ({ server, owner }, { invite }) =>
    server.client.post(`/invites/${(await invite(owner)).body._id}`, {}, owner),
  ),
  GroupTooLarge: inCircle(
    async ({ server, owner, stranger }, { invite }) =>
      server.client.post(`/invites/${(await invite(owner)).body._id}`, {}, stranger),
    small,
  ),
};

export const groupProvocations: Provocations = {
  group_create_create_group: {
    IsBot: asBot("post", "/channels/create", { name: "Us" }),
    NotFriends: inCircle(({ server, owner, stranger }) =>
      server.client.post("/channels/create", { name: "Us", users: [stranger.id] }, owner),
    ),
    GroupTooLarge: inCircle(({ server, owner, members, friend }) => {
      const users = [...members, friend].map(({ id }) => id);
      return server.client.post("/channels/create", { name: "Us", users }, owner);
    }, small),
    NotFound: inCircle(({ server, owner }) =>
      server.client.post("/channels/create", { name: "Us", icon: "unknown" }, owner),
    ),
  },
  group_add_member_add_member: {
    IsBot: asBot("put", "/channels/unknown/recipients/unknown"),
    NotFound: inCircle(({ owner }, { add }) => add(owner, { id: "unknown" })),
    MissingPermission: inCircle(({ stranger, friend }, { add }) => add(stranger, friend)),
    InvalidOperation: inCircle(async ({ server, owner, friend }) => {
      const { body } = await openConversation(server, owner, owner.id);
      return callsOn(server, body._id).add(owner, friend);
    }),
    NotFriends: inCircle(({ owner, stranger }, { add }) => add(owner, stranger)),
    AlreadyInGroup: inCircle(({ owner, members: [member] }, { add }) => add(owner, member)),
    GroupTooLarge: inCircle(({ owner, friend }, { add }) => add(owner, friend), small),
  },
  group_remove_member_remove_member: {
    IsBot: asBot("delete", "/channels/unknown/recipients/unknown"),
    NotFound: inCircle(({ owner }, { remove }) => remove(owner, { id: "unknown" })),
    InvalidOperation: inCircle(async ({ server, owner, friend }) => {
      const { body } = await openConversation(server, owner, friend.id);
      return callsOn(server, body._id).remove(owner, friend);
    }),
    MissingPermission: inCircle(({ members: [one, other] }, { remove }) => remove(one, other)),
    CannotRemoveYourself: inCircle(({ owner }, { remove }) => remove(owner, owner)),
    NotInGroup: inCircle(({ owner, friend }, { remove }) => remove(owner, friend)),
  },
  members_fetch_fetch_members: {
    NotFound: inCircle(({ server, owner }) => callsOn(server, "unknown").listMembers(owner)),
    MissingPermission: inCircle(({ stranger }, { listMembers }) => listMembers(stranger)),
    InvalidOperation: inCircle(async ({ server, owner }) => {
      const { body } = await openConversation(server, owner, owner.id);
      return callsOn(server, body._id).listMembers(owner);
    }),
  },
};
