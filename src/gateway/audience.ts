import { type Topic, topic } from "../protocol/event.ts";
import type { ServerViewChange, ViewChange, ViewState } from "../protocol/view-change.ts";
import type { Connection } from "./connection.ts";
import { ServerVisibility, type VisibilityChange } from "./server-visibility.ts";
import { type TopicChange, topicsOfMember, View } from "./view.ts";
import { VisibilityIndex } from "./visibility-index.ts";

/** A connected user. */
export interface ConnectedUser {
  readonly view: View;
  readonly connections: Set<Connection>;
}

/** Everybody who is connected, and what each of them hears. */
export class Audience {
  readonly #users = new Map<string, ConnectedUser>();
  /** Who follows the users of a server: few, so they are told one by one. */
  readonly #followers = new Map<Topic, Set<Connection>>();
  readonly #visibilities = new VisibilityIndex();

  viewOf(userId: string): View | undefined {
    return this.#users.get(userId)?.view;
  }

  connectionsOf(userId: string): Iterable<Connection> {
    return this.#users.get(userId)?.connections ?? [];
  }

  countOf(userId: string): number {
    return this.#users.get(userId)?.connections.size ?? 0;
  }

  /** What somebody sees who sees this; scenes that are here already are not made a second time. */
  view(sight: ViewState): View {
    return new View(sight, (server) => this.#visibilities.get(server.id) ?? new ServerVisibility(server));
  }

  /** `fresh` becomes the user's view unless there is one already, which then says the same. */
  admit(fresh: View): ConnectedUser {
    const known = this.#users.get(fresh.userId);
    if (known) return known;
    const member: ConnectedUser = { view: fresh, connections: new Set() };
    this.#users.set(fresh.userId, member);
    this.#visibilities.admit(fresh);
    return member;
  }

  join(connection: Connection, fresh: View): void {
    const member = this.admit(fresh);
    const { view } = member;
    member.connections.add(connection);
    connection.view = view;
    for (const held of view.topics()) connection.subscribe(held);
    if (view.bot) for (const server of view.servers) this.follow(connection, server);
  }

  /** Returns whether it was the user's last. The view stays until `forget`: the user may come right back. */
  leave(connection: Connection): boolean {
    const { view } = connection;
    if (!view) return false;
    for (const server of view.servers) this.unfollow(connection, server);
    const member = this.#users.get(view.userId);
    member?.connections.delete(connection);
    return member?.connections.size === 0;
  }

  forget(userId: string): void {
    const view = this.viewOf(userId);
    for (const server of [...(view?.servers ?? [])]) if (view) this.#visibilities.leave(view, server);
    this.#users.delete(userId);
  }

  follow(connection: Connection, serverId: string): void {
    const followed = topic.serverUsers(serverId);
    const followers = this.#followers.get(followed) ?? new Set();
    this.#followers.set(followed, followers.add(connection));
  }

  unfollow(connection: Connection, serverId: string): void {
    const followed = topic.serverUsers(serverId);
    const followers = this.#followers.get(followed);
    followers?.delete(connection);
    if (followers?.size === 0) this.#followers.delete(followed);
    connection.following?.delete(serverId);
  }

  /** Who hears a topic, found without the sockets' help: by index where there is one, else by asking each view. */
  *subscribersOf(asked: Topic): Iterable<Connection> {
    if (asked.startsWith("private:")) yield* this.connectionsOf(asked.slice("private:".length));
    else if (asked.startsWith("server-users:")) yield* this.#followers.get(asked) ?? [];
    else if (asked.startsWith("server:")) {
      const seats = this.#visibilities.get(asked.slice("server:".length))?.members.keys() ?? [];
      for (const userId of seats) yield* this.connectionsOf(userId);
    } else
      for (const { view, connections } of this.#users.values()) if (view.holds(asked)) yield* connections;
  }

  /** Takes in what may change which channels of servers people see, and says for whom it does. */
  applyVisibility(changes: readonly ViewChange[]): Map<ConnectedUser, VisibilityChange[]> {
    const shifts = new Map<ConnectedUser, VisibilityChange[]>();
    for (const change of changes) {
      if (!isSceneChange(change)) continue;
      for (const [{ userId }, shift] of this.#visibilities.apply(change, (id) => this.viewOf(id))) {
        const member = this.#users.get(userId);
        if (member) shifts.set(member, [...(shifts.get(member) ?? []), shift]);
      }
    }
    return shifts;
  }

  /** Lets everybody whom it concerns see, and hear, what they see from now on; what `shift` takes in aside. */
  apply(change: ViewChange): void {
    if (isSceneChange(change)) return;
    switch (change.kind) {
      case "server joined": {
        const member = this.#users.get(change.user);
        const seat = member && this.#visibilities.join(member.view, change.server, change.member);
        if (seat) this.#updateSubscriptions(member, { gained: topicsOfMember(seat), lost: [] });
        return;
      }
      case "server left":
        this.#leaveServer(change.user, change.server);
        return;
      case "server gone":
        for (const userId of [...(this.#visibilities.get(change.server)?.members.keys() ?? [])])
          this.#leaveServer(userId, change.server);
        return;
      case "message sent":
        this.#visibilities.ofChannel(change.channel)?.setLastMessage(change.channel, change.message);
        return;
      case "channel gone":
        if (!this.#visibilities.ofChannel(change.channel)) break;
        for (const { userId } of this.#visibilities.dropChannel(change.channel)) {
          const member = this.#users.get(userId);
          if (member)
            this.#updateSubscriptions(member, { gained: [], lost: [topic.channel(change.channel)] });
        }
        return;
    }
    for (const member of this.#concernedBy(change))
      this.#updateSubscriptions(member, member.view.apply(change));
  }

  #leaveServer(userId: string, serverId: string): void {
    const member = this.#users.get(userId);
    const seat = member && this.#visibilities.leave(member.view, serverId);
    if (seat) this.#updateSubscriptions(member, { gained: [], lost: topicsOfMember(seat) });
  }

  #updateSubscriptions({ view, connections }: ConnectedUser, { gained, lost }: TopicChange): void {
    for (const connection of connections) {
      for (const held of gained) connection.subscribe(held);
      for (const held of lost) connection.unsubscribe(held);
      for (const server of serversIn(lost)) this.unfollow(connection, server);
      if (view.bot) for (const server of serversIn(gained)) this.follow(connection, server);
    }
  }

  *#concernedBy(change: ViewChange): Iterable<ConnectedUser> {
    const users = usersIn(change);
    if (!users) return yield* this.#users.values();
    for (const id of users) {
      const member = this.#users.get(id);
      if (member) yield member;
    }
  }
}

/** Whom alone a change concerns, where that is known beforehand. */
function usersIn(change: ViewChange): readonly string[] | undefined {
  switch (change.kind) {
    case "conversation opened":
      return change.users;
    case "relation":
    case "visibility":
      return [change.user];
    default:
      return undefined;
  }
}

function serversIn(topics: readonly Topic[]): string[] {
  return topics.filter((held) => held.startsWith("server:")).map((held) => held.slice("server:".length));
}

const sceneChanges: ReadonlySet<string> = new Set<ServerViewChange["kind"]>([
  "server changed",
  "role changed",
  "role gone",
  "roles ranked",
  "member changed",
  "server channel changed",
  "privilege",
]);

function isSceneChange(change: ViewChange): change is ServerViewChange {
  return sceneChanges.has(change.kind);
}
