import type { Packet } from "../support/stream.ts";
import { changesOfCalls } from "./reference-calls.ts";
import { changesOfMessages } from "./reference-messages.ts";
import { changesInServers } from "./reference-servers.ts";
import { type Change, memberKey, merge, type State, stateOf, type Thing, tidy } from "./reference-state.ts";

/**
 * The smallest possible client: its state is Ready and what the specification says that each event changes. It
 * removes users who are no longer related, so that its state equals that of a new client.
 */
export class Reference {
  readonly state: State;
  readonly selfId: string;
  /** Users whom a conversation or a call brought into view: events carry only their ids, so they have to be fetched. */
  readonly unknown = new Set<string>();
  /** The keys of unknown members: oneself in joined servers, and who is in a call. They have to be fetched. */
  readonly unknownMembers = new Set<string>();
  /** The user of the last event, if it was UserRelationship: an update of the user may follow it. */
  #related: string | undefined;

  constructor(ready: Packet) {
    this.state = stateOf(ready);
    this.selfId = ready.users.at(-1)._id;
  }

  take(packet: Packet): void {
    const change = changes[packet.type];
    if (!change) throw new Error(`the reference client has no handler for ${packet.type}`);
    change(this, packet);
    this.#removeUnrelated();
    this.#related = packet.type === "UserRelationship" ? packet.user._id : undefined;
  }

  /** Clients receive updates of related users only, bots those of all members of their servers. */
  mayReceive(userId: string): boolean {
    const isBot = this.state.users.get(this.selfId)?.bot !== undefined;
    return isBot || this.state.users.has(userId) || this.unknown.has(userId) || userId === this.#related;
  }

  /** Adds a user that was fetched over HTTP. */
  learn(user: Thing): void {
    this.unknown.delete(user._id);
    this.state.users.set(user._id, tidy("user", user));
  }

  /** Adds a member that was fetched over HTTP. */
  learnMember(member: Thing): void {
    const key = memberKey(member._id.server, member._id.user);
    this.unknownMembers.delete(key);
    this.state.members.set(key, tidy("member", member));
  }

  setRelation(id: string, status: string): void {
    const self = this.state.users.get(this.selfId) ?? {};
    const { relations = [], ...rest } = self;
    const before = relations.find((relation: Thing) => relation._id === id);
    if (before?.status === status) return;
    const others = relations.filter((relation: Thing) => relation !== before);
    const after = status === "None" ? others : [...others, { _id: id, status }];
    this.state.users.set(this.selfId, { ...rest, ...(after.length > 0 && { relations: after }) });
  }

  #removeUnrelated(): void {
    const { users, channels, calls } = this.state;
    for (const id of calls.keys()) if (!channels.has(id)) calls.delete(id);
    this.#removeOtherMembers();
    const known = new Set<string>([this.selfId]);
    for (const { _id } of users.get(this.selfId)?.relations ?? []) known.add(_id);
    for (const { recipients = [] } of channels.values()) for (const id of recipients) known.add(id);
    for (const { id } of [...calls.values()].flat()) known.add(id);
    for (const id of users.keys()) if (!known.has(id)) users.delete(id);
    for (const id of known) if (!users.has(id)) this.unknown.add(id);
    for (const id of this.unknown) if (!known.has(id)) this.unknown.delete(id);
  }

  /** A new client knows oneself in each server, and who is in a call there. */
  #removeOtherMembers(): void {
    const { servers, channels, calls, members } = this.state;
    const known = new Set([...servers.keys()].map((server) => memberKey(server, this.selfId)));
    for (const [channel, participants] of calls) {
      const { server } = channels.get(channel) ?? {};
      if (server) for (const { id } of participants) known.add(memberKey(server, id));
    }
    for (const key of members.keys()) if (!known.has(key)) members.delete(key);
    for (const key of known) if (!members.has(key)) this.unknownMembers.add(key);
    for (const key of this.unknownMembers) if (!known.has(key)) this.unknownMembers.delete(key);
  }
}

const nothing: Change = () => {};

const changes: Readonly<Record<string, Change>> = {
  ...changesInServers,
  ...changesOfMessages,
  ...changesOfCalls,
  UserUpdate(client, { id, data, clear }) {
    const { users } = client.state;
    const user = users.get(id);
    if (!client.mayReceive(id)) throw new Error(`received an update of an unrelated user, ${id}`);
    if (user) users.set(id, merge("user", user, { data, clear }));
  },
  UserRelationship(client, { user, status }) {
    client.learn(user);
    client.setRelation(user._id, status);
  },
  // Other events remove the conversations and memberships.
  UserPlatformWipe: (client, { user_id }) => client.setRelation(user_id, "None"),
  UserSettingsUpdate({ state: { settings } }, { update }) {
    for (const [key, value] of Object.entries(update)) settings.set(key, value);
  },
  // Clients do not store these.
  ChannelStartTyping: nothing,
  ChannelStopTyping: nothing,
  Auth: nothing,
};
