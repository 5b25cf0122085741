import { createStore, produce, reconcile, type SetStoreFunction } from "solid-js/store";
import type { ServerEvent } from "../../../protocol/events.ts";
import type {
  Member as MemberData,
  Message as MessageData,
  ServerEvents,
  User as UserData,
} from "../../../protocol/types.ts";
import { Channel } from "./channel.ts";
import { Collection } from "./collection.ts";
import { Emoji } from "./emoji.ts";
import type { Addresses } from "./files.ts";
import { Member } from "./member.ts";
import { Message } from "./message.ts";
import { reduce } from "./reduce.ts";
import { putMessage } from "./reduce-messages.ts";
import { putUser } from "./reduce-users.ts";
import { Server } from "./server.ts";
import { emptyState, putMember, type State, stateOf } from "./state.ts";
import { User } from "./user.ts";

/** Which channels are muted, by the user's settings. */
interface Mutes {
  /** The channel or its server. */
  isMuted(channel: Channel): boolean;
  /** The channel itself. */
  isChannelMuted(channel: Channel): boolean;
}

/** What replies bring along. */
interface Learned {
  readonly users?: readonly UserData[];
  readonly members?: readonly MemberData[] | undefined;
  readonly messages?: readonly MessageData[];
}

/** What one connection knows: the state, as a store of Solid, and views of its objects. */
export class Model {
  readonly state: State;
  readonly addresses: Addresses;
  readonly mutes: Mutes;
  readonly users = new Collection(this, "users", User);
  readonly servers = new Collection(this, "servers", Server);
  readonly channels = new Collection(this, "channels", Channel);
  readonly emojis = new Collection(this, "emojis", Emoji);
  readonly messages = new Collection(this, "messages", Message);
  readonly #members = new Map<string, Member>();
  readonly #set: SetStoreFunction<State>;

  constructor(addresses: Addresses, mutes: Mutes) {
    [this.state, this.#set] = createStore(emptyState());
    this.addresses = addresses;
    this.mutes = mutes;
  }

  get user(): User | undefined {
    return this.users.get(this.state.selfId);
  }

  member(server: string, user: string): Member | undefined {
    const key = `${server} ${user}`;
    if (!this.state.members[server]?.[user]) {
      this.#members.delete(key);
      return undefined;
    }
    const known = this.#members.get(key) ?? new Member(this, { server, user });
    this.#members.set(key, known);
    return known;
  }

  /** Changes the state by an event. Nobody sees what is between two states. */
  take(event: ServerEvent): void {
    this.change((state) => reduce(state, event));
  }

  /** Replaces the state by that of a Ready. Anything else that was fetched stays until it is fetched again. */
  start(ready: ServerEvents["Ready"]): void {
    const next = stateOf(ready);
    const { users, members, messages } = this.state;
    for (const server of Object.keys(next.servers))
      next.members[server] = { ...members[server], ...next.members[server] };
    // Whom Ready does not name has no relation to this user.
    for (const [id, user] of Object.entries(users)) next.users[id] ??= { ...user, relationship: "None" };
    this.#set(reconcile({ ...next, messages }, { key: "_id" }));
  }

  /** Adds what a reply brought along, where nothing is known yet, or in its place if the reply is newer. */
  learn({ users = [], members = [], messages = [] }: Learned, isNewer = false): void {
    this.change((state) => {
      for (const user of users) if (isNewer || !state.users[user._id]) putUser(state, user);
      for (const member of members)
        if (isNewer || !state.members[member._id.server]?.[member._id.user]) putMember(state, member);
      for (const message of messages) putMessage(state, message);
    });
  }

  /** This user has to wait before the next message in a channel. */
  startSlowmode(channelId: string, seconds: number): void {
    this.change(({ slowmodes }) => {
      slowmodes[channelId] = Date.now() + seconds * 1_000;
    });
  }

  change(change: (state: State) => void): void {
    this.#set(produce(change));
  }
}
