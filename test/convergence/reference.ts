import type { Packet } from "../support/stream.ts";
import { changesOfMessages } from "./reference-messages.ts";
import { changesInServers } from "./reference-servers.ts";
import { type Change, merge, type State, stateOf, type Thing, tidy } from "./reference-state.ts";

/**
 * The smallest client there is: what it knows is Ready and what the specification says that each event changes.
 * It forgets whom it has nothing to do with, so that what it knows is what a newcomer is told, no less, no more.
 */
export class Reference {
  readonly state: State;
  readonly selfId: string;
  /** Whom a conversation brought into view, whereof no event tells more than the id: they have to be fetched. */
  readonly unknown = new Set<string>();
  /** Servers of which one does not know what one is in them: nothing tells, when one joins. */
  readonly unknownMembers = new Set<string>();
  /** Whom the last event was about, if it was how one stands to them: what one sees of them comes with it. */
  #related: string | undefined;

  constructor(ready: Packet) {
    this.state = stateOf(ready);
    this.selfId = ready.users.at(-1)._id;
  }

  take(packet: Packet): void {
    const change = changes[packet.type];
    if (!change) throw new Error(`the reference client has to learn what ${packet.type} changes`);
    change(this, packet);
    this.#forget();
    this.#related = packet.type === "UserRelationship" ? packet.user._id : undefined;
  }

  /** Nobody hears of people with whom they have nothing to do; but bots hear of all members of their servers. */
  mayHearOf(userId: string): boolean {
    const isBot = this.state.users.get(this.selfId)?.bot !== undefined;
    return isBot || this.state.users.has(userId) || this.unknown.has(userId) || userId === this.#related;
  }

  /** What was asked for over HTTP. */
  learn(user: Thing): void {
    this.unknown.delete(user._id);
    this.state.users.set(user._id, tidy("user", user));
  }

  /** The same, of oneself in a server. */
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

  #forget(): void {
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
    if (!client.mayHearOf(id)) throw new Error(`told of a stranger, ${id}`);
    if (user) users.set(id, merge("user", user, { data, clear }));
  },
  UserRelationship(client, { user, status }) {
    client.learn(user);
    client.setRelation(user._id, status);
  },
  // Conversations and memberships go with events of their own.
  UserPlatformWipe: (client, { user_id }) => client.setRelation(user_id, "None"),
  UserSettingsUpdate({ state: { settings } }, { update }) {
    for (const [key, value] of Object.entries(update)) settings.set(key, value);
  },
  // Not kept by anybody.
  ChannelStartTyping: nothing,
  ChannelStopTyping: nothing,
  Auth: nothing,
};
