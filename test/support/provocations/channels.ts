import { permission } from "../../../src/permissions/bits.ts";
import { type Community, newCommunity, newMember } from "../communities.ts";
import { openConversation } from "../conversations.ts";
import { newUser, type Person } from "../people.ts";
import { addRole } from "../roles-held.ts";
import type { TestServer } from "../server.ts";
import { groupEditProvocations } from "./groups.ts";
import type { Provocation, Provocations } from "./stage.ts";

interface Setting {
  readonly server: TestServer;
  readonly place: Community;
  /** Of the server, without special permissions. */
  readonly member: Person;
  /** In no server. */
  readonly stranger: Person;
}

function inPlace(provoke: (setting: Setting) => ReturnType<Provocation>): Provocation {
  return async (stage) => {
    const server = await stage.server();
    const place = await newCommunity(server);
    return provoke({
      server,
      place,
      member: await newMember(server, place),
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

/** What both routes that set permissions have in common. */
function ofPermissions(suffix: string) {
  return {
    HeaderTooLarge: inPlace(({ server, place: { owner, channel } }) =>
      server.client.put(`/channels/${channel}/permissions/${suffix}`, nothing, {
        token: owner.token,
        headers: longReason,
      }),
    ),
    NotFound: inPlace(({ server, member }) =>
      server.client.put(`/channels/unknown/permissions/${suffix}`, nothing, member),
    ),
    MissingPermission: inPlace(({ server, place, member }) =>
      server.client.put(`/channels/${place.channel}/permissions/${suffix}`, nothing, member),
    ),
    InvalidOperation: inPlace(async ({ server, member }) => {
      const saved = await savedMessages(server, member);
      return server.client.put(`/channels/${saved}/permissions/${suffix}`, nothing, member);
    }),
  };
}

export const channelProvocations: Provocations = {
  channel_fetch_fetch: {
    NotFound: inPlace(({ server, member }) => server.client.get("/channels/unknown", member)),
    MissingPermission: inPlace(({ server, place, stranger }) =>
      server.client.get(`/channels/${place.channel}`, stranger),
    ),
  },
  channel_edit_edit: {
    ...groupEditProvocations,
    HeaderTooLarge: inPlace(({ server, place: { owner, channel } }) =>
      server.client.patch(`/channels/${channel}`, {}, { token: owner.token, headers: longReason }),
    ),
    NotFound: inPlace(({ server, place: { owner, channel } }) =>
      server.client.patch(`/channels/${channel}`, { icon: "unknown" }, owner),
    ),
    MissingPermission: inPlace(({ server, place, member }) =>
      server.client.patch(`/channels/${place.channel}`, { name: "New" }, member),
    ),
    InvalidOperation: inPlace(({ server, place: { owner, channel } }) =>
      server.client.patch(`/channels/${channel}`, { owner: owner.id }, owner),
    ),
    CannotGiveMissingPermissions: inPlace(async ({ server, place, member }) => {
      await addRole(server, place, { rank: 0, allow: ["ManageChannel"], holders: [member] });
      const path = `/channels/${place.channel}`;
      const denied = { permissions: { allow: 0, deny: permission.ManageMessages } };
      await server.client.put(`${path}/permissions/default`, denied, place.owner);
      return server.client.patch(path, { remove: ["DefaultPermissions"] }, member);
    }),
  },
  channel_delete_delete: {
    HeaderTooLarge: inPlace(({ server, place: { owner, channel } }) =>
      server.client.delete(`/channels/${channel}`, {}, { token: owner.token, headers: longReason }),
    ),
    NotFound: inPlace(({ server, member }) => server.client.delete("/channels/unknown", {}, member)),
    MissingPermission: inPlace(({ server, place, member }) =>
      server.client.delete(`/channels/${place.channel}`, {}, member),
    ),
    NoEffect: inPlace(async ({ server, member }) =>
      server.client.delete(`/channels/${await savedMessages(server, member)}`, {}, member),
    ),
  },
  permissions_set_set_role_permissions: {
    ...ofPermissions("unknown"),
    NotElevated: inPlace(async ({ server, place, member }) => {
      const role = { rank: 0, allow: ["ManagePermissions" as const], holders: [member] };
      const id = await addRole(server, place, role);
      return server.client.put(`/channels/${place.channel}/permissions/${id}`, nothing, member);
    }),
    CannotGiveMissingPermissions: inPlace(async ({ server, place }) => {
      const id = await addRole(server, place, { rank: 0 });
      return server.client.put(`/channels/${place.channel}/permissions/${id}`, tooMuch, place.owner);
    }),
  },
  permissions_set_default_set_default_channel_permissions: {
    ...ofPermissions("default"),
    CannotGiveMissingPermissions: inPlace(({ server, place: { owner, channel } }) =>
      server.client.put(`/channels/${channel}/permissions/default`, tooMuch, owner),
    ),
  },
};
