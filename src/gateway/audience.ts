import { newLruCache } from "../platform/cache/lru-cache.ts";
import { channelOf, type Topic, topic } from "../visibility/announcement.ts";
import type { ServerViewChange, ViewChange, ViewState } from "../visibility/view-change.ts";
import type { Connection } from "./connection.ts";
import { type PastChange, ViewHistory } from "./resume/view-history.ts";
import {
  type MemberVisibility,
  ServerVisibility,
  type VisibilityChange,
  viewersTopicOf,
} from "./server-visibility.ts";
import { type TopicChange, topicsOfMember, View, type ViewerRelation } from "./view.ts";
import { VisibilityIndex } from "./visibility-index.ts";

export interface ConnectedUser {
  readonly view: View;
  readonly connections: Set<Connection>;
  /** Of users with connections that can be resumed. */
  history?: ViewHistory | undefined;
}

const maxAbsentAuthors = 256;

/** The connected users and their views. It keeps the subscriptions of all connections in step with the views. */
export class Audience {
  readonly #users = new Map<string, ConnectedUser>();
  /** Connections that receive updates of all users of a server. They are few, so each gets a send of its own. */
  readonly #serverUserSubscribers = new Map<Topic, Set<Connection>>();
  readonly #visibilities = new VisibilityIndex();
  /** The position of the announcement whose changes are being applied, if they have to be recorded. */
  position: number | undefined;
  /**
   * The connected users with a relation to users without a view, who send messages over HTTP alone. It may hold users
   * who left or lost the relation. The view of a connected user lists these users itself.
   */
  readonly #relatedToAbsent = newLruCache<Set<string>>(maxAbsentAuthors);

  userOf(userId: string): ConnectedUser | undefined {
    return this.#users.get(userId);
  }

  viewOf(userId: string): View | undefined {
    return this.#users.get(userId)?.view;
  }

  connectionsOf(userId: string): Iterable<Connection> {
    return this.#users.get(userId)?.connections ?? [];
  }

  countOf(userId: string): number {
    return this.#users.get(userId)?.connections.size ?? 0;
  }

  /** Creates a view that shares the visibility of servers which the audience knows already. */
  createView(state: ViewState): View {
    return new View(state, (server) => this.#visibilities.get(server.id) ?? new ServerVisibility(server));
  }

  /** Adds the user of a view. A user who is here already keeps the existing view, which has the same content. */
  addUser(view: View): ConnectedUser {
    const existing = this.#users.get(view.userId);
    if (existing) return existing;
    const user: ConnectedUser = { view, connections: new Set() };
    this.#users.set(view.userId, user);
    this.#visibilities.addView(view);
    for (const [absentId, related] of this.#relatedToAbsent.entries())
      if (view.relationTo(absentId)) related.add(view.userId);
    return user;
  }

  addConnection(connection: Connection, initialView: View): void {
    const { view, connections } = this.addUser(initialView);
    connections.add(connection);
    connection.view = view;
    for (const subscribed of view.ownTopics()) connection.subscribe(subscribed);
    for (const member of view.memberships.values())
      for (const subscribed of nativeTopicsOf(member)) connection.subscribe(subscribed);
    if (view.bot) for (const server of view.servers) this.subscribeToServerUsers(connection, server);
  }

  /**
   * Removes a connection and returns whether it was the user's last. The view stays until `removeUser`, since the
   * user may reconnect at once.
   */
  removeConnection(connection: Connection): boolean {
    const { view } = connection;
    if (!view) return false;
    for (const server of view.servers) this.#removeSubscriber(connection, server);
    const user = this.#users.get(view.userId);
    user?.connections.delete(connection);
    return user?.connections.size === 0;
  }

  removeUser(userId: string): void {
    const view = this.viewOf(userId);
    for (const server of [...(view?.servers ?? [])]) if (view) this.#visibilities.leave(view, server);
    this.#users.delete(userId);
  }

  /** Records how the view of a user changes from now on, unless it is recorded already. */
  keepHistory(userId: string, since: number): void {
    const user = this.#users.get(userId);
    if (user) user.history ??= new ViewHistory(since);
  }

  /** Where to record what the announcement whose changes are being applied changes for a user, if that is recorded. */
  recordOf({ history }: ConnectedUser): PastChange | undefined {
    return this.position === undefined ? undefined : history?.at(this.position);
  }

  forgetHistory(upTo: number): void {
    for (const { history } of this.#users.values()) history?.forget(upTo);
  }

  endHistory(userId: string): void {
    const user = this.#users.get(userId);
    if (user) user.history = undefined;
  }

  clear(): void {
    for (const userId of [...this.#users.keys()]) this.removeUser(userId);
  }

  subscribeToServerUsers(connection: Connection, serverId: string): void {
    const usersTopic = topic.serverUsers(serverId);
    const subscribers = this.#serverUserSubscribers.get(usersTopic) ?? new Set();
    this.#serverUserSubscribers.set(usersTopic, subscribers.add(connection));
  }

  unsubscribeFromServerUsers(connection: Connection, serverId: string): void {
    this.#removeSubscriber(connection, serverId);
    connection.serverSubscriptions?.delete(serverId);
  }

  /** The connections on a topic, from an index where there is one; that of a conversation by a check of every view. */
  *subscribersOf(wanted: Topic): Iterable<Connection> {
    const channel = channelOf(wanted);
    const channelServer = channel === undefined ? undefined : this.#visibilities.ofChannel(channel);
    if (wanted.startsWith("private:")) yield* this.connectionsOf(wanted.slice("private:".length));
    else if (wanted.startsWith("server-users:")) yield* this.#serverUserSubscribers.get(wanted) ?? [];
    else if (wanted.startsWith("server:")) {
      const userIds = this.#visibilities.get(wanted.slice("server:".length))?.members.keys() ?? [];
      for (const userId of userIds) yield* this.connectionsOf(userId);
    } else if (channel !== undefined && channelServer) {
      for (const [userId, { visibleChannels }] of channelServer.members)
        if (visibleChannels.has(channel)) yield* this.connectionsOf(userId);
    } else
      for (const { view, connections } of this.#users.values()) if (view.hasTopic(wanted)) yield* connections;
  }

  /** The native topics that together reach every connection on a topic, and no other one. */
  nativeTopics(wanted: Topic): Iterable<Topic> {
    const channel = channelOf(wanted);
    const server = channel === undefined ? undefined : this.#visibilities.ofChannel(channel);
    return channel !== undefined && server ? server.viewersTopics(channel) : [wanted];
  }

  /**
   * This user and the users with a relation to this user, of those who can view a channel, by that relation. The cost
   * depends on the number of relations, not on the number of connections.
   */
  relatedViewers(userId: string, channelId: string): ReadonlyMap<ViewerRelation, ConnectedUser[]> {
    const byRelation = new Map<ViewerRelation, ConnectedUser[]>();
    for (const id of this.viewOf(userId)?.relatedUsers() ?? this.#usersRelatedTo(userId)) {
      const user = this.#users.get(id);
      const relation = user?.view.relationTo(userId);
      if (!user || !relation || !user.view.hasTopic(topic.channel(channelId))) continue;
      const users = byRelation.get(relation);
      if (users) users.push(user);
      else byRelation.set(relation, [user]);
    }
    return byRelation;
  }

  #usersRelatedTo(absentId: string): Iterable<string> {
    const known = this.#relatedToAbsent.get(absentId);
    if (known) return known;
    const related = new Set<string>();
    for (const { view } of this.#users.values()) if (view.relationTo(absentId)) related.add(view.userId);
    this.#relatedToAbsent.set(absentId, related);
    return related;
  }

  /** Applies the changes that decide which channels of servers are visible, and returns the result by user. */
  applyVisibility(changes: readonly ViewChange[]): Map<ConnectedUser, VisibilityChange[]> {
    const byUser = new Map<ConnectedUser, VisibilityChange[]>();
    for (const change of changes) {
      if (!isServerViewChange(change)) continue;
      const changed = this.#visibilities.apply(change);
      for (const [member, visibilityChange] of changed) {
        const user = this.#users.get(member.userId);
        if (!user) continue;
        moveToViewers(user, member);
        byUser.set(user, [...(byUser.get(user) ?? []), visibilityChange]);
        const lost = visibilityChange.lost.map(topic.channel);
        this.#record(user, { gained: visibilityChange.gained.map(({ _id }) => topic.channel(_id)), lost });
      }
    }
    return byUser;
  }

  /** Applies a change to the views that it concerns, and to their subscriptions; not those of `applyVisibility`. */
  apply(change: ViewChange): void {
    if (isServerViewChange(change)) return;
    switch (change.kind) {
      case "server joined": {
        const user = this.#users.get(change.user);
        const member = user && this.#visibilities.join(user.view, change.server, change.member);
        if (!member) return;
        this.#record(user, { gained: [...topicsOfMember(member)], lost: [] });
        this.#updateSubscriptions(user, { gained: nativeTopicsOf(member), lost: [] });
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
      case "participant changed":
        this.#visibilities.ofChannel(change.channel)?.setParticipant(change.channel, change.participant);
        return;
      case "participant left":
        this.#visibilities.ofChannel(change.channel)?.removeParticipant(change.channel, change.user);
        return;
      case "channel gone":
        if (!this.#visibilities.ofChannel(change.channel)) break;
        for (const member of this.#visibilities.removeChannel(change.channel)) {
          const user = this.#users.get(member.userId);
          if (!user) continue;
          this.#record(user, { gained: [], lost: [topic.channel(change.channel)] });
          moveToViewers(user, member);
        }
        return;
      case "relation":
        this.#relatedToAbsent.get(change.other)?.add(change.user);
        break;
    }
    for (const user of this.#usersConcernedBy(change)) {
      const before = user.history && relationIn(change, user.view);
      const topics = user.view.apply(change);
      this.#record(user, topics);
      this.#updateSubscriptions(user, topics);
      if (before) this.recordOf(user)?.relations.push(before(user.view));
    }
  }

  /** A connection that ends keeps the list of its subscriptions, since it may be resumed. */
  #removeSubscriber(connection: Connection, serverId: string): void {
    const usersTopic = topic.serverUsers(serverId);
    const subscribers = this.#serverUserSubscribers.get(usersTopic);
    if (subscribers?.delete(connection) && subscribers.size === 0)
      this.#serverUserSubscribers.delete(usersTopic);
  }

  #leaveServer(userId: string, serverId: string): void {
    const user = this.#users.get(userId);
    const member = user && this.#visibilities.leave(user.view, serverId);
    if (!member) return;
    this.#record(user, { gained: [], lost: [...topicsOfMember(member)] });
    this.#updateSubscriptions(user, { gained: [], lost: nativeTopicsOf(member) });
  }

  #record(user: ConnectedUser, change: TopicChange): void {
    if (change.gained.length + change.lost.length > 0) this.recordOf(user)?.topics.push(change);
  }

  #updateSubscriptions({ view, connections }: ConnectedUser, { gained, lost }: TopicChange): void {
    for (const connection of connections) {
      for (const added of gained) connection.subscribe(added);
      for (const removed of lost) connection.unsubscribe(removed);
      for (const server of serversIn(lost)) this.unsubscribeFromServerUsers(connection, server);
      if (view.bot) for (const server of serversIn(gained)) this.subscribeToServerUsers(connection, server);
    }
  }

  *#usersConcernedBy(change: ViewChange): Iterable<ConnectedUser> {
    const ids = usersNamedBy(change);
    if (!ids) return yield* this.#users.values();
    for (const id of ids) {
      const user = this.#users.get(id);
      if (user) yield user;
    }
  }
}

/** The native topics of a member: one for the server, one for all channels that the member can view. */
function nativeTopicsOf({ server, viewersTopic }: MemberVisibility): Topic[] {
  return [topic.server(server.id), viewersTopic];
}

/** Moves the connections of a member to the topic of those who can now view the same channels. */
function moveToViewers({ connections }: ConnectedUser, member: MemberVisibility): void {
  const { viewersTopic: before, visibleChannels } = member;
  member.viewersTopic = viewersTopicOf(visibleChannels);
  for (const connection of connections) {
    connection.unsubscribe(before);
    connection.subscribe(member.viewersTopic);
  }
}

/** The only users whom a change concerns, where the change itself names them. */
function usersNamedBy(change: ViewChange): readonly string[] | undefined {
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

type RelationChange = PastChange["relations"][number];

/** If a change is about a relation of the user of a view: records it, once the view has changed. */
function relationIn(change: ViewChange, view: View): ((after: View) => RelationChange) | undefined {
  const other =
    change.kind === "relation" ? change.other : change.kind === "user wiped" ? change.user : undefined;
  if (other === undefined) return undefined;
  const before = view.relationTo(other);
  return (after) => ({ other, before, after: after.relationTo(other) });
}

function serversIn(topics: readonly Topic[]): string[] {
  return topics.filter((held) => held.startsWith("server:")).map((held) => held.slice("server:".length));
}

const serverViewChanges: ReadonlySet<string> = new Set<ServerViewChange["kind"]>([
  "server changed",
  "role changed",
  "role gone",
  "roles ranked",
  "member changed",
  "server channel changed",
]);

function isServerViewChange(change: ViewChange): change is ServerViewChange {
  return serverViewChanges.has(change.kind);
}
