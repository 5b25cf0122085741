import type { Packet } from "../support/stream.ts";
import { changesOfMessages } from "./reference-messages.ts";
import { changesInServers } from "./reference-servers.ts";
import { type Change, merge, type State, stateOf, type Thing, tidy } from "./reference-state.ts";

/**
 * The smallest possible client: its state is Ready and what the specification says that each event changes. It
 * removes users who are no longer related, so that its state equals that of a new client.
 */
export class Reference {
  readonly state: State;
  readonly selfId: string;
  /** Users whom a conversation brought into view: events carry only their ids, so they have to be fetched. */
  readonly unknown = new Set<string>();
  /** Joined servers whose own member is not known: no event carries it, so it has to be fetched. */
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

  /** Adds the own member of a server that was fetched over HTTP. */
  learnMember(member: Thing): void {
    this.unknownMembers.delete(member._id.server);
    this.state.members.set(member._id.server, tidy("member", member));
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
    const { users, channels } = this.state;
    const known = new Set<string>([this.selfId]);
    for (const { _id } of users.get(this.selfId)?.relations ?? []) known.add(_id);
    for (const { recipients = [] } of channels.values()) for (const id of recipients) known.add(id);
    for (const id of users.keys()) if (!known.has(id)) users.delete(id);
    for (const id of known) if (!users.has(id)) this.unknown.add(id);
    for (const id of this.unknown) if (!known.has(id)) this.unknown.delete(id);
  }
}

const nothing: Change = () => {};

const changes: Readonly<Record<string, Change>> = {
  ...changesInServers,
  ...changesOfMessages,
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
