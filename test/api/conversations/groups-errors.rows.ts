import { openConversation } from "../../support/channels/conversations.ts";
import { type GroupFixture, groupCalls, newGroupFixture } from "../../support/channels/groups.ts";
import type { ErrorCase, ErrorCases } from "../../support/error-cases/error-case.ts";
import type { TestServer } from "../../support/server/server.ts";

type Context = GroupFixture & { readonly server: TestServer };

function inGroup(
  call: (context: Context, calls: ReturnType<typeof groupCalls>) => ReturnType<ErrorCase>,
  config?: Record<string, unknown>,
): ErrorCase {
  return async (pool) => {
    const server = await pool.server(config);
    const fixture = await newGroupFixture(server);
    return call({ ...fixture, server }, groupCalls(server, fixture.id));
  };
}

const groupless = { caps: { user_groups: 1 } };
const small = { limits: { global: { group_size: 3 } } };

/** The errors besides those of server channels. */
export const groupEditErrorCases = {
  NotOwner: inGroup(({ members: [member] }, { edit }) => edit(member, { owner: member.id })),
  NotInGroup: inGroup(({ owner, friend }, { edit }) => edit(owner, { owner: friend.id })),
};

/** The errors besides those of server invites. */
export const groupJoinErrorCases = {
  AlreadyInGroup: inGroup(async ({ server, owner }, { invite }) =>
    server.client.post(`/invites/${(await invite(owner)).body._id}`, {}, owner),
  ),
  GroupTooLarge: inGroup(
    async ({ server, owner, stranger }, { invite }) =>
      server.client.post(`/invites/${(await invite(owner)).body._id}`, {}, stranger),
    small,
  ),
  TooManyChannels: inGroup(async ({ server, owner, stranger }, { invite }) => {
    await server.client.post("/channels/create", { name: "Another" }, stranger);
    return server.client.post(`/invites/${(await invite(owner)).body._id}`, {}, stranger);
  }, groupless),
};

export const errorCases: ErrorCases = {
  group_create_create_group: {
    NotFriends: inGroup(({ server, owner, stranger }) =>
      server.client.post("/channels/create", { name: "Us", users: [stranger.id] }, owner),
    ),
    GroupTooLarge: inGroup(({ server, owner, members, friend }) => {
      const users = [...members, friend].map(({ id }) => id);
      return server.client.post("/channels/create", { name: "Us", users }, owner);
    }, small),
    TooManyChannels: inGroup(
      ({ server, owner }) => server.client.post("/channels/create", { name: "Us" }, owner),
      groupless,
    ),
    NotFound: inGroup(({ server, owner }) =>
      server.client.post("/channels/create", { name: "Us", icon: "unknown" }, owner),
    ),
  },
  group_add_member_add_member: {
    NotFound: inGroup(({ owner }, { add }) => add(owner, { id: "unknown" })),
    InvalidOperation: inGroup(async ({ server, owner, friend }) => {
      const { body } = await openConversation(server, owner, owner.id);
      return groupCalls(server, body._id).add(owner, friend);
    }),
    NotFriends: inGroup(({ owner, stranger }, { add }) => add(owner, stranger)),
    AlreadyInGroup: inGroup(({ owner, members: [member] }, { add }) => add(owner, member)),
    GroupTooLarge: inGroup(({ owner, friend }, { add }) => add(owner, friend), small),
    TooManyChannels: inGroup(async ({ server, owner, friend }, { add }) => {
      await server.client.post("/channels/create", { name: "Another" }, friend);
      return add(owner, friend);
    }, groupless),
  },
  group_remove_member_remove_member: {
    NotFound: inGroup(({ owner }, { remove }) => remove(owner, { id: "unknown" })),
    InvalidOperation: inGroup(async ({ server, owner, friend }) => {
      const { body } = await openConversation(server, owner, friend.id);
      return groupCalls(server, body._id).remove(owner, friend);
    }),
    CannotRemoveYourself: inGroup(({ owner }, { remove }) => remove(owner, owner)),
    NotInGroup: inGroup(({ owner, friend }, { remove }) => remove(owner, friend)),
  },
  members_fetch_fetch_members: {
    NotFound: inGroup(({ server, owner }) => groupCalls(server, "unknown").listMembers(owner)),
    InvalidOperation: inGroup(async ({ server, owner }) => {
      const { body } = await openConversation(server, owner, owner.id);
      return groupCalls(server, body._id).listMembers(owner);
    }),
  },
};
