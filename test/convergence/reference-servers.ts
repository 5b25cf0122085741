import type { Reference } from "./reference.ts";
import { type Change, memberKey, merge, type State, type Thing, tidy } from "./reference-state.ts";

/** The changes by events about servers, channels and emoji, as specified. */
export const changesInServers: Readonly<Record<string, Change>> = {
  ServerCreate({ state }, { server, channels, emojis, voice_states }) {
    if (state.servers.has(server._id)) throw new Error(`received ServerCreate again for ${server._id}`);
    state.servers.set(server._id, tidy("server", server));
    for (const channel of channels) state.channels.set(channel._id, channel);
    for (const emoji of emojis) state.emojis.set(emoji._id, emoji);
    for (const { id, participants } of voice_states) state.calls.set(id, participants);
  },
  ServerUpdate({ state }, { id, data, clear }) {
    state.servers.set(id, merge("server", requireServer(state, id), { data, clear }));
  },
  ServerDelete(client, { id }) {
    requireServer(client.state, id);
    removeServer(client, id);
  },
  ServerMemberJoin({ state, selfId }, { id, user }) {
    requireServer(state, id);
    if (user === selfId) throw new Error("a new member must receive ServerCreate, not ServerMemberJoin");
  },
  ServerMemberUpdate({ state }, { id, data, clear }) {
    requireServer(state, id.server);
    const key = memberKey(id.server, id.user);
    const member = state.members.get(key);
    if (member) state.members.set(key, merge("member", member, { data, clear }));
  },
  ServerMemberLeave(client, { id, user }) {
    requireServer(client.state, id);
    if (user === client.selfId) removeServer(client, id);
  },
  ServerRoleUpdate({ state }, { id, role_id, data: { id: _, ...data }, clear }) {
    const { roles = {}, ...server } = requireServer(state, id);
    const role = merge("role", roles[role_id] ?? { _id: role_id }, { data, clear });
    state.servers.set(id, { ...server, roles: { ...roles, [role_id]: role } });
  },
  ServerRoleDelete({ state }, { id, role_id }) {
    const { roles, ...server } = requireServer(state, id);
    state.servers.set(id, tidy("server", { ...server, roles: without(roles, role_id) }));
    for (const [key, member] of state.members) {
      if (member._id.server !== id || !member.roles) continue;
      const held = member.roles.filter((held: string) => held !== role_id);
      state.members.set(key, tidy("member", { ...member, roles: held }));
    }
    for (const channel of state.channels.values()) {
      if (channel.server !== id || !channel.role_permissions) continue;
      const role_permissions = without(channel.role_permissions, role_id);
      state.channels.set(channel._id, tidy("channel", { ...channel, role_permissions }));
    }
  },
  ServerRoleRanksUpdate({ state }, { id, ranks }) {
    const server = requireServer(state, id);
    const roles = ranks.map((role: string, rank: number) => [role, { ...server.roles[role], rank }]);
    state.servers.set(id, { ...server, roles: Object.fromEntries(roles) });
  },
  ChannelCreate({ state }, { type: _, ...channel }) {
    if (channel.server) {
      requireServer(state, channel.server);
      if (state.channels.has(channel._id)) throw new Error(`received ChannelCreate again for ${channel._id}`);
    }
    state.channels.set(channel._id, channel);
  },
  ChannelUpdate({ state }, { id, data, clear }) {
    state.channels.set(id, merge("channel", requireChannel(state, id), { data, clear }));
  },
  ChannelDelete({ state }, { id }) {
    requireChannel(state, id);
    state.channels.delete(id);
  },
  ChannelGroupJoin({ state, selfId }, { id, user }) {
    const group = requireChannel(state, id);
    if (user === selfId) throw new Error("a new recipient must receive ChannelCreate, not ChannelGroupJoin");
    state.channels.set(id, { ...group, recipients: [...group.recipients, user] });
  },
  ChannelGroupLeave({ state: { channels }, selfId }, { id, user }) {
    const group = requireChannel({ channels }, id);
    const recipients = group.recipients.filter((other: string) => other !== user);
    if (user === selfId) channels.delete(id);
    else channels.set(id, { ...group, recipients });
  },
  ChannelAck({ state: { unreads } }, { id: channel, user, message_id }) {
    const left = (unreads.get(channel)?.mentions ?? []).filter((id: string) => id > message_id);
    const record = { _id: { channel, user }, last_id: message_id };
    unreads.set(channel, { ...record, ...(left.length > 0 && { mentions: left }) });
  },
  Message({ state, selfId }, { channel: id, _id, ...message }) {
    const channel = requireChannel(state, id);
    // Saved messages have no last message in Ready.
    if (channel.channel_type !== "SavedMessages")
      state.channels.set(id, { ...channel, last_message_id: _id });
    if (!isMentioned(selfId, message, state.members.get(memberKey(channel.server, selfId))?.roles)) return;
    const { mentions = [], ...unread } = state.unreads.get(id) ?? { _id: { channel: id, user: selfId } };
    state.unreads.set(id, { ...unread, mentions: [...mentions, _id] });
  },
  // Slow mode is not part of the compared state.
  UserSlowmodes: () => {},
  EmojiCreate({ state }, { type: _, ...emoji }) {
    requireServer(state, emoji.parent.id);
    state.emojis.set(emoji._id, emoji);
  },
  EmojiUpdate({ state: { emojis } }, { id, data }) {
    if (!emojis.has(id)) throw new Error(`received an event of an emoji of another server, ${id}`);
    emojis.set(id, { ...emojis.get(id), ...data });
  },
  EmojiDelete({ state: { emojis } }, { id }) {
    if (!emojis.delete(id)) throw new Error(`received an event of an emoji of another server, ${id}`);
  },
};

const [suppressNotifications, mentionsEveryone] = [2, 4];

/** Whether a message mentions a user. */
function isMentioned(userId: string, message: Thing, ownRoles: readonly string[] = []): boolean {
  const { author, flags = 0, mentions = [], role_mentions = [] } = message;
  if (author === userId || (flags & suppressNotifications) !== 0) return false;
  const hasRole = role_mentions.some((role: string) => ownRoles.includes(role));
  return (flags & mentionsEveryone) !== 0 || mentions.includes(userId) || hasRole;
}

/** Throws for a server that the user is not a member of. */
function requireServer({ servers }: State, id: string): Thing {
  const server = servers.get(id);
  if (!server) throw new Error(`received an event of a foreign server, ${id}`);
  return server;
}

/** Throws for a channel that the user cannot view. */
export function requireChannel({ channels }: Pick<State, "channels">, id: string): Thing {
  const channel = channels.get(id);
  if (!channel) throw new Error(`received an event of an invisible channel, ${id}`);
  return channel;
}

function removeServer({ state }: Reference, id: string): void {
  state.servers.delete(id);
  for (const { _id, server } of state.channels.values()) if (server === id) state.channels.delete(_id);
  for (const { _id, parent } of state.emojis.values()) if (parent.id === id) state.emojis.delete(_id);
}

function without(things: Thing, key: string): Thing {
  return Object.fromEntries(Object.entries(things).filter(([other]) => other !== key));
}
