import Type from "typebox";
import { type ReadyContext, readyPart } from "../../declare/ready.ts";
import type { Reader } from "../../declare/tx.ts";
import { ChannelVoiceState, conversationsReady, serversReady } from "../channels/index.ts";
import { listMembersAmong, type MemberWithRoles, memberView } from "../members/index.ts";
import { knownUsersReady, knownView, listUsers } from "../users/index.ts";
import { callViews, listStatesIn, type StateWithTracks } from "./store/states.ts";

/** The calls that the caller can view, with the users in them. */
export const voiceReady = readyPart({
  step: "voice",
  fields: {
    voice_states: Type.Array(ChannelVoiceState, { description: "Of channels in which somebody is." }),
  },
  async load(db, { get, view, userId, selection }) {
    const conversations = get(conversationsReady).map(({ _id }) => _id);
    const servers = view.servers.map(({ visibility }) => visibility.id);
    const all = await listStatesIn(db, { channels: conversations, servers });
    if (all.length === 0) return { all, states: [], users: [], members: [] };
    const visible = new Set([...conversations, ...get(serversReady).channels.map(({ _id }) => _id)]);
    const states = all.filter(({ state }) => visible.has(state.channel_id));
    if (!selection.fields.has("voice_states")) return { all, states, users: [], members: [] };
    const known = new Set([userId, ...get(knownUsersReady).map(({ row }) => row.id)]);
    const ids = new Set(states.map(({ state }) => state.user_id));
    const users = await listUsers(db, [...ids.difference(known)]);
    return { all, states, users, members: await listOtherMembers(db, states, userId) };
  },
  view: ({ all }, { view }) => (all.length > 0 ? { servers: withCalls(view.servers, all) } : {}),
  render: ({ states }) => ({ voice_states: callViews(states) }),
  extend: ({ users, members }, { view, services }) => ({
    users: users.map((user) => knownView(user, view.relations.get(user.id) ?? "None", services)),
    members: members.map(memberView),
  }),
});

/** The participants as members of their servers, without the caller, who is a member in Ready anyway. */
async function listOtherMembers(
  db: Reader,
  states: readonly StateWithTracks[],
  userId: string,
): Promise<MemberWithRoles[]> {
  const others = states.filter(({ state }) => state.user_id !== userId);
  const members: MemberWithRoles[] = [];
  for (const [serverId, participants] of Map.groupBy(others, ({ state }) => state.server_id)) {
    if (serverId === null) continue;
    const ids = new Set(participants.map(({ state }) => state.user_id));
    members.push(...(await listMembersAmong(db, serverId, [...ids])));
  }
  return members;
}

type ServersInView = ReadyContext["view"]["servers"];

function withCalls(servers: ServersInView, states: readonly StateWithTracks[]): ServersInView {
  const byServer = Map.groupBy(states, ({ state }) => state.server_id);
  return servers.map(({ visibility, ...rest }) => {
    const calls = callViews(byServer.get(visibility.id) ?? []);
    return { ...rest, visibility: calls.length > 0 ? { ...visibility, calls } : visibility };
  });
}
