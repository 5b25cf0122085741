import { permission } from "../../../src/permissions/bits.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { openConversation } from "../../support/channels/conversations.ts";
import type { ErrorCase, ErrorCases } from "../../support/error-cases/error-case.ts";
import type { TestServer } from "../../support/server/server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";
import { groupEditErrorCases } from "../conversations/groups-errors.rows.ts";

interface Context {
  readonly server: TestServer;
  readonly community: Community;
  /** A member with the default permissions. */
  readonly member: Person;
  /** Not a member. */
  readonly stranger: Person;
}

function inCommunity(
  call: (context: Context) => ReturnType<ErrorCase>,
  config?: Record<string, unknown>,
): ErrorCase {
  return async (pool) => {
    const server = await pool.server(config);
    const community = await newCommunity(server);
    return call({
      server,
      community,
      member: await newMember(server, community),
      stranger: await newUser(server),
    });
  };
}

const longReason = { "x-audit-log-reason": "x".repeat(513) };
const nothing = { permissions: { allow: 0, deny: 0 } };
const tooMuch = { permissions: { allow: 2 ** 52, deny: 0 } };

async function savedMessages(server: TestServer, person: Person): Promise<string> {
  return (await openConversation(server, person, person.id)).body._id;
}

/** The errors that both routes that set permissions have in common. */
function permissionErrorCases(suffix: string) {
  return {
    HeaderTooLarge: inCommunity(({ server, community: { owner, channel } }) =>
      server.client.put(`/channels/${channel}/permissions/${suffix}`, nothing, {
        token: owner.token,
        headers: longReason,
      }),
    ),
    NotFound: inCommunity(({ server, member }) =>
      server.client.put(`/channels/unknown/permissions/${suffix}`, nothing, member),
    ),
    MissingPermission: inCommunity(({ server, community, member }) =>
      server.client.put(`/channels/${community.channel}/permissions/${suffix}`, nothing, member),
    ),
    InvalidOperation: inCommunity(async ({ server, member }) => {
      const saved = await savedMessages(server, member);
      return server.client.put(`/channels/${saved}/permissions/${suffix}`, nothing, member);
    }),
  };
}

export const errorCases: ErrorCases = {
  channel_fetch_fetch: {
    NotFound: inCommunity(({ server, member }) => server.client.get("/channels/unknown", member)),
  },
  channel_edit_edit: {
    ...groupEditErrorCases,
    HeaderTooLarge: inCommunity(({ server, community: { owner, channel } }) =>
      server.client.patch(`/channels/${channel}`, {}, { token: owner.token, headers: longReason }),
    ),
    NotFound: inCommunity(({ server, community: { owner, channel } }) =>
      server.client.patch(`/channels/${channel}`, { icon: "unknown" }, owner),
    ),
    InvalidOperation: inCommunity(({ server, community: { owner, channel } }) =>
      server.client.patch(`/channels/${channel}`, { owner: owner.id }, owner),
    ),
    CannotGiveMissingPermissions: inCommunity(async ({ server, community, member }) => {
      await addRole(server, community, { rank: 0, allow: ["ManageChannel"], holders: [member] });
      const path = `/channels/${community.channel}`;
      const denied = { permissions: { allow: 0, deny: permission.ManageMessages } };
      await server.client.put(`${path}/permissions/default`, denied, community.owner);
      return server.client.patch(path, { remove: ["DefaultPermissions"] }, member);
    }),
  },
  channel_delete_delete: {
    HeaderTooLarge: inCommunity(({ server, community: { owner, channel } }) =>
      server.client.delete(`/channels/${channel}`, {}, { token: owner.token, headers: longReason }),
    ),
    NotFound: inCommunity(({ server, member }) => server.client.delete("/channels/unknown", {}, member)),
    NoEffect: inCommunity(async ({ server, member }) =>
      server.client.delete(`/channels/${await savedMessages(server, member)}`, {}, member),
    ),
  },
  permissions_set_set_role_permissions: {
    ...permissionErrorCases("unknown"),
    CannotGiveMissingPermissions: inCommunity(async ({ server, community }) => {
      const id = await addRole(server, community, { rank: 0 });
      return server.client.put(`/channels/${community.channel}/permissions/${id}`, tooMuch, community.owner);
    }),
    TooManyRoles: inCommunity(
      async ({ server, community }) => {
        const { channel, owner } = community;
        const [one, two] = [
          await addRole(server, community, { rank: 0 }),
          await addRole(server, community, { rank: 1 }),
        ];
        await server.client.put(`/channels/${channel}/permissions/${one}`, nothing, owner);
        return server.client.put(`/channels/${channel}/permissions/${two}`, nothing, owner);
      },
      { caps: { channel_overrides: 1 } },
    ),
  },
  permissions_set_default_set_default_channel_permissions: {
    ...permissionErrorCases("default"),
    CannotGiveMissingPermissions: inCommunity(({ server, community: { owner, channel } }) =>
      server.client.put(`/channels/${channel}/permissions/default`, tooMuch, owner),
    ),
  },
};
