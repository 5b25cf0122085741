import { reduce } from "../../web/client/src/model/reduce.ts";
import { putUser } from "../../web/client/src/model/reduce-users.ts";
import { putMember } from "../../web/client/src/model/state.ts";
import type { ServerEvent } from "../../web/protocol/events.ts";
import type { Member, User } from "../../web/protocol/types.ts";
import type { Packet } from "../support/stream/stream.ts";
import { audience } from "./audience.ts";
import { type State, stateOf } from "./reference-state.ts";

/**
 * The web client's state and reducer, without the client around them. It checks that each event may reach its user,
 * and removes users who are no longer related, so that its state equals that of a new client.
 */
export class Reference {
  readonly state: State;
  /** Users whom a conversation or a call brought into view: events carry only their ids, so they have to be fetched. */
  readonly unknown = new Set<string>();
  /** The keys of unknown members: oneself in joined servers, and who is in a call. They have to be fetched. */
  readonly unknownMembers = new Set<string>();
  /** The user of the last event, if it was UserRelationship: an update of the user may follow it. */
  #related: string | undefined;

  constructor(ready: Packet) {
    this.state = stateOf(ready);
  }

  get selfId(): string {
    return this.state.selfId;
  }

  take(packet: Packet): void {
    const check = audience.get(packet.type);
    if (!check) throw new Error(`nothing says who may receive ${packet.type}`);
    check(this, packet);
    reduce(this.state, packet as unknown as ServerEvent);
    // The client treats the own member of a server as new; when they joined has to be fetched.
    if (packet.type === "ServerCreate") delete this.state.members[packet.id];
    this.#removeUnrelated();
    this.#related = packet.type === "UserRelationship" ? packet.user._id : undefined;
  }

  /** Clients receive updates of related users only, bots those of all members of their servers. */
  mayReceive(userId: string): boolean {
    const isBot = this.state.users[this.selfId]?.bot !== undefined;
    return isBot || userId in this.state.users || this.unknown.has(userId) || userId === this.#related;
  }

  /** Adds a user that was fetched over HTTP. */
  learn(user: User): void {
    this.unknown.delete(user._id);
    putUser(this.state, user);
  }

  /** Adds a member that was fetched over HTTP. */
  learnMember(member: Member): void {
    this.unknownMembers.delete(memberKey(member._id.server, member._id.user));
    putMember(this.state, member);
  }

  #removeUnrelated(): void {
    const { users, channels, calls } = this.state;
    this.#removeOtherMembers();
    const known = new Set<string>([this.selfId]);
    for (const { _id } of users[this.selfId]?.relations ?? []) known.add(_id);
    for (const channel of Object.values(channels))
      if ("recipients" in channel) for (const id of channel.recipients) known.add(id);
    for (const call of Object.values(calls)) for (const id of Object.keys(call)) known.add(id);
    for (const id of Object.keys(users)) if (!known.has(id)) delete users[id];
    for (const id of known) if (!users[id]) this.unknown.add(id);
    for (const id of this.unknown) if (!known.has(id)) this.unknown.delete(id);
  }

  /** A new client knows oneself in each server, and who is in a call there. */
  #removeOtherMembers(): void {
    const { servers, channels, calls, members } = this.state;
    const known = new Set(Object.keys(servers).map((server) => memberKey(server, this.selfId)));
    for (const [id, call] of Object.entries(calls)) {
      const channel = channels[id];
      if (channel && "server" in channel)
        for (const user of Object.keys(call)) known.add(memberKey(channel.server, user));
    }
    for (const [server, ofServer] of Object.entries(members))
      for (const user of Object.keys(ofServer))
        if (!known.has(memberKey(server, user))) delete ofServer[user];
    for (const key of known) {
      const [server = "", user = ""] = key.split(" ");
      if (!members[server]?.[user]) this.unknownMembers.add(key);
    }
    for (const key of this.unknownMembers) if (!known.has(key)) this.unknownMembers.delete(key);
  }
}

const memberKey = (server: string, user: string) => `${server} ${user}`;
