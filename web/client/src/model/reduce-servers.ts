import { merge, without } from "./merge.ts";
import type { Reducers } from "./reducers.ts";
import { callsOf, putMember, type State } from "./state.ts";

export const serverReducers: Reducers = {
  ServerCreate(state, { server, channels, emojis, voice_states }) {
    state.servers[server._id] = server;
    for (const channel of channels) state.channels[channel._id] = channel;
    for (const emoji of emojis) state.emojis[emoji._id] = emoji;
    Object.assign(state.calls, callsOf(voice_states));
    // Whoever joins has no role yet.
    putMember(state, {
      _id: { server: server._id, user: state.selfId },
      joined_at: new Date().toISOString(),
    });
  },
  ServerUpdate(state, { id, data, clear }) {
    const server = state.servers[id];
    if (server) merge(server, { data, clear });
  },
  ServerDelete: (state, { id }) => removeServer(state, id),
  ServerMemberJoin(state, { id, member }) {
    if (state.servers[id]) putMember(state, member);
  },
  ServerMemberUpdate(state, { id, data, clear }) {
    const member = state.members[id.server]?.[id.user];
    if (member) merge(member, { data, clear });
  },
  ServerMemberLeave(state, { id, user }) {
    if (user === state.selfId) removeServer(state, id);
    else delete state.members[id]?.[user];
  },
  ServerRoleUpdate(state, { id, role_id, data, clear }) {
    const server = state.servers[id];
    if (!server) return;
    const role = { ...(server.roles?.[role_id] ?? newRole(role_id)) };
    // Some events repeat the role's id in their data.
    merge(role, { data: without(data, "id"), clear });
    server.roles = { ...server.roles, [role_id]: role };
  },
  ServerRoleDelete(state, { id, role_id }) {
    const server = state.servers[id];
    if (!server) return;
    server.roles = without(server.roles ?? {}, role_id);
    for (const member of Object.values(state.members[id] ?? {}))
      if (member.roles?.includes(role_id)) member.roles = member.roles.filter((role) => role !== role_id);
    for (const channel of Object.values(state.channels))
      if (channel.channel_type === "TextChannel" && channel.server === id && channel.role_permissions)
        channel.role_permissions = without(channel.role_permissions, role_id);
  },
  ServerRoleRanksUpdate(state, { id, ranks }) {
    const server = state.servers[id];
    if (!server) return;
    const roles = { ...server.roles };
    for (const [rank, roleId] of ranks.entries()) {
      const role = roles[roleId];
      if (role) roles[roleId] = { ...role, rank };
    }
    server.roles = roles;
  },
  EmojiCreate(state, { type: _, ...emoji }) {
    state.emojis[emoji._id] = emoji;
  },
  EmojiUpdate(state, { id, data }) {
    const emoji = state.emojis[id];
    if (emoji) Object.assign(emoji, data);
  },
  EmojiDelete(state, { id }) {
    delete state.emojis[id];
  },
};

const newRole = (_id: string) => ({ _id, name: "", rank: 0, permissions: { a: 0, d: 0 } });

function removeServer(state: State, id: string): void {
  delete state.servers[id];
  delete state.members[id];
  for (const [channelId, channel] of Object.entries(state.channels))
    if (channel.channel_type === "TextChannel" && channel.server === id) removeChannel(state, channelId);
  for (const [emojiId, { parent }] of Object.entries(state.emojis))
    if (parent.type === "Server" && parent.id === id) delete state.emojis[emojiId];
}

/** Removes everything that belongs to the channel, but not how far it was read: it may become visible again. */
export function removeChannel(state: State, id: string): void {
  delete state.channels[id];
  delete state.calls[id];
  delete state.typing[id];
  delete state.slowmodes[id];
}
