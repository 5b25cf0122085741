import { type Topic, topic } from "../declare/event.ts";
import type { ViewChange } from "../declare/view-change.ts";
import type { Connection } from "./connection.ts";
import type { View } from "./view.ts";

interface Member {
  readonly view: View;
  readonly connections: Set<Connection>;
}

/** Everybody who is connected, and what each of them hears. */
export class Audience {
  readonly #members = new Map<string, Member>();
  /** Who follows the users of a server: few, so they are told one by one. */
  readonly #followers = new Map<Topic, Set<Connection>>();

  viewOf(userId: string): View | undefined {
    return this.#members.get(userId)?.view;
  }

  connectionsOf(userId: string): Iterable<Connection> {
    return this.#members.get(userId)?.connections ?? [];
  }

  countOf(userId: string): number {
    return this.#members.get(userId)?.connections.size ?? 0;
  }

  /** `fresh` becomes the user's view unless there is one already, which then says the same. */
  join(connection: Connection, fresh: View): void {
    const member = this.#members.get(fresh.userId) ?? { view: fresh, connections: new Set() };
    this.#members.set(fresh.userId, member);
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
    const member = this.#members.get(view.userId);
    member?.connections.delete(connection);
    return member?.connections.size === 0;
  }

  forget(userId: string): void {
    this.#members.delete(userId);
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
  *hearersOf(asked: Topic): Iterable<Connection> {
    if (asked.startsWith("private:")) yield* this.connectionsOf(asked.slice("private:".length));
    else if (asked.startsWith("server-users:")) yield* this.#followers.get(asked) ?? [];
    else
      for (const { view, connections } of this.#members.values()) if (view.holds(asked)) yield* connections;
  }

  /** Lets everybody whom it concerns see, and hear, what they see from now on. */
  apply(change: ViewChange): void {
    for (const { view, connections } of this.#concernedBy(change)) {
      const { gained, lost } = view.apply(change);
      for (const connection of connections) {
        for (const held of gained) connection.subscribe(held);
        for (const held of lost) connection.unsubscribe(held);
        for (const server of serversIn(lost)) this.unfollow(connection, server);
        if (view.bot) for (const server of serversIn(gained)) this.follow(connection, server);
      }
    }
  }

  *#concernedBy(change: ViewChange): Iterable<Member> {
    const users = usersIn(change);
    if (!users) return yield* this.#members.values();
    for (const id of users) {
      const member = this.#members.get(id);
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
    case "server joined":
    case "server left":
      return [change.user];
    default:
      return undefined;
  }
}

function serversIn(topics: readonly Topic[]): string[] {
  return topics.filter((held) => held.startsWith("server:")).map((held) => held.slice("server:".length));
}
