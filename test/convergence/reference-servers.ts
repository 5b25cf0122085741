import type { Reference } from "./reference.ts";
import { type Change, merge, type State, type Thing, tidy } from "./reference-state.ts";

/** What the specification says that events change in servers. */
export const changesInServers: Readonly<Record<string, Change>> = {
  ServerCreate({ state, unknownMembers }, { server, channels, emojis }) {
    if (state.servers.has(server._id)) throw new Error(`told to join ${server._id} again`);
    state.servers.set(server._id, tidy("server", server));
    for (const channel of channels) state.channels.set(channel._id, channel);
    for (const emoji of emojis) state.emojis.set(emoji._id, emoji);
    unknownMembers.add(server._id);
  },
  ServerUpdate({ state }, { id, data, clear }) {
    state.servers.set(id, merge("server", knownServer(state, id), { data, clear }));
  },
  ServerDelete(client, { id }) {
    knownServer(client.state, id);
    forgetServer(client, id);
  },
  ServerMemberJoin({ state, selfId }, { id, user }) {
    knownServer(state, id);
    if (user === selfId) throw new Error("who joins is told of the server, not of joining it");
  },
  ServerMemberUpdate({ state, selfId }, { id, data, clear }) {
    knownServer(state, id.server);
    const member = id.user === selfId ? state.members.get(id.server) : undefined;
    if (member) state.members.set(id.server, merge("member", member, { data, clear }));
  },
  ServerMemberLeave(client, { id, user }) {
    knownServer(client.state, id);
    if (user === client.selfId) forgetServer(client, id);
  },
  ServerRoleUpdate({ state }, { id, role_id, data: { id: _, ...data }, clear }) {
    const { roles = {}, ...server } = knownServer(state, id);
    const role = merge("role", roles[role_id] ?? { _id: role_id }, { data, clear });
    state.servers.set(id, { ...server, roles: { ...roles, [role_id]: role } });
  },
  ServerRoleDelete({ state }, { id, role_id }) {
    const { roles, ...server } = knownServer(state, id);
    state.servers.set(id, tidy("server", { ...server, roles: without(roles, role_id) }));
    const member = state.members.get(id);
    if (member?.roles) {
      const held = member.roles.filter((held: string) => held !== role_id);
      state.members.set(id, tidy("member", { ...member, roles: held }));
    }
    for (const channel of state.channels.values()) {
      if (channel.server !== id || !channel.role_permissions) continue;
      const role_permissions = without(channel.role_permissions, role_id);
      state.channels.set(channel._id, tidy("channel", { ...channel, role_permissions }));
    }
  },
  ServerRoleRanksUpdate({ state }, { id, ranks }) {
    const server = knownServer(state, id);
    const roles = ranks.map((role: string, rank: number) => [role, { ...server.roles[role], rank }]);
    state.servers.set(id, { ...server, roles: Object.fromEntries(roles) });
  },
  ChannelCreate({ state }, { type: _, ...channel }) {
    if (channel.server) {
      knownServer(state, channel.server);
      if (state.channels.has(channel._id)) throw new Error(`told a second time of ${channel._id}`);
    }
    state.channels.set(channel._id, channel);
  },
  ChannelUpdate({ state }, { id, data, clear }) {
    state.channels.set(id, merge("channel", knownChannel(state, id), { data, clear }));
  },
  ChannelDelete({ state }, { id }) {
    knownChannel(state, id);
    state.channels.delete(id);
  },
  ChannelGroupJoin({ state, selfId }, { id, user }) {
    const group = knownChannel(state, id);
    if (user === selfId) throw new Error("who joins is told of the group, not of joining it");
    state.channels.set(id, { ...group, recipients: [...group.recipients, user] });
  },
  ChannelGroupLeave({ state: { channels }, selfId }, { id, user }) {
    const group = knownChannel({ channels }, id);
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
    const channel = knownChannel(state, id);
    // Of what one says to oneself, nothing tells which was the last.
    if (channel.channel_type !== "SavedMessages")
      state.channels.set(id, { ...channel, last_message_id: _id });
    if (!isFor(selfId, message, state.members.get(channel.server)?.roles)) return;
    const { mentions = [], ...unread } = state.unreads.get(id) ?? { _id: { channel: id, user: selfId } };
    state.unreads.set(id, { ...unread, mentions: [...mentions, _id] });
  },
  // Whom it concerns is about to send, and sees it.
  UserSlowmodes: () => {},
  EmojiCreate({ state }, { type: _, ...emoji }) {
    knownServer(state, emoji.parent.id);
    state.emojis.set(emoji._id, emoji);
  },
  EmojiUpdate({ state: { emojis } }, { id, data }) {
    if (!emojis.has(id)) throw new Error(`told of an emoji of somewhere else, ${id}`);
    emojis.set(id, { ...emojis.get(id), ...data });
  },
  EmojiDelete({ state: { emojis } }, { id }) {
    if (!emojis.delete(id)) throw new Error(`told of an emoji of somewhere else, ${id}`);
  },
};

const [quiet, everyone] = [2, 4];

/** Whether somebody is notified of a message. */
function isFor(userId: string, message: Thing, ownRoles: readonly string[] = []): boolean {
  const { author, flags = 0, mentions = [], role_mentions = [] } = message;
  if (author === userId || (flags & quiet) !== 0) return false;
  const isMeant = role_mentions.some((role: string) => ownRoles.includes(role));
  return (flags & everyone) !== 0 || mentions.includes(userId) || isMeant;
}

/** Nobody hears of servers in which they are not. */
function knownServer({ servers }: State, id: string): Thing {
  const server = servers.get(id);
  if (!server) throw new Error(`told of a server that one is not in, ${id}`);
  return server;
}

/** Nor of channels that they cannot see. */
function knownChannel({ channels }: Pick<State, "channels">, id: string): Thing {
  const channel = channels.get(id);
  if (!channel) throw new Error(`told of a channel that one cannot see, ${id}`);
  return channel;
}

function forgetServer({ state, unknownMembers }: Reference, id: string): void {
  state.servers.delete(id);
  state.members.delete(id);
  unknownMembers.delete(id);
  for (const { _id, server } of state.channels.values()) if (server === id) state.channels.delete(_id);
  for (const { _id, parent } of state.emojis.values()) if (parent.id === id) state.emojis.delete(_id);
}

function without(things: Thing, key: string): Thing {
  return Object.fromEntries(Object.entries(things).filter(([other]) => other !== key));
}
