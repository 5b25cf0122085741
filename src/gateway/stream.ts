import type { Config } from "../config/schema.ts";
import { UserUpdated } from "../domains/users/index.ts";
import type { InProcessPresence } from "../platform/presence/in-process.ts";
import { type Announcement, topic } from "../protocol/event.ts";
import type { Services } from "../store/services.ts";
import { Audience } from "./audience.ts";
import { type Codec, jsonCodec } from "./codec.ts";
import type { Connection } from "./connection.ts";
import { Delivery, encodeAll, eventsFor, type Publisher } from "./delivery.ts";
import type { HandshakeResult } from "./handshake.ts";
import { authorOf, refreshPresence, showAuthor } from "./message-author.ts";
import { type AnnouncedPresence, announcedPresence, presenceEvent } from "./presence-events.ts";
import { ServerSubscriptions } from "./server-subscriptions.ts";
import { Typing } from "./typing.ts";
import { View } from "./view.ts";

export interface StreamParts {
  readonly services: Services;
  readonly presence: InProcessPresence;
  readonly publisher: Publisher;
  readonly msgpack: Codec;
  /** Publishes on the bus, to which this stream is subscribed as well. */
  readonly publish: (announcement: Announcement) => void;
  /** Called with the size of a packet that a client could not take at once. */
  readonly onBacklog: (bytes: number) => void;
}

/** Receives announcements from the bus and delivers them to the connections that have joined. */
export class Stream {
  readonly #parts: StreamParts;
  readonly #settings: Config["events"];
  readonly #audience = new Audience();
  readonly #delivery: Delivery;
  /** The connections whose Ready is being loaded: announcements are kept for them meanwhile. */
  readonly #joining = new Set<Connection>();
  readonly typing: Typing;
  readonly subscriptions: ServerSubscriptions;

  constructor(parts: StreamParts) {
    const { publisher, onBacklog, publish, services, msgpack } = parts;
    this.#parts = parts;
    this.#settings = services.config.events;
    const codecs = [jsonCodec, msgpack];
    this.#delivery = new Delivery({ publisher, audience: this.#audience, codecs, onBacklog });
    this.typing = new Typing(publish, this.#settings.typing_expires_ms);
    this.subscriptions = new ServerSubscriptions(this.#audience, this.#settings);
  }

  /** The number of connections of a user. */
  countOf(userId: string): number {
    return this.#audience.countOf(userId);
  }

  receive(announcement: Announcement): void {
    for (const connection of this.#joining) connection.pendingAnnouncements?.push(announcement);
    const { changes = [] } = announcement;
    for (const change of changes) {
      if (change.kind !== "logged out") continue;
      // These connections get Logout in place of the event.
      for (const connection of [...this.#audience.connectionsOf(change.user)])
        if (isLoggedOutBy(announcement, connection.sessionId, change.user)) logOut(connection);
    }
    const current = refreshPresence(announcement, (userId) => this.#isOnline(userId));
    this.#delivery.deliver(current, this.#audience.applyVisibility(changes));
    for (const change of changes) {
      this.#audience.apply(change);
      const view = change.kind === "visibility" ? this.#audience.viewOf(change.user) : undefined;
      if (view) this.#publishPresence(view, !view.invisible);
    }
    const presence = announcedPresence(announcement);
    const view = presence && this.#audience.viewOf(presence.viewer);
    if (view)
      for (const connection of this.#audience.connectionsOf(view.userId))
        this.#correctPresence(connection, view, presence);
  }

  /** Keeps every announcement from now on for the connection, until it joins or is released. */
  hold(connection: Connection): void {
    this.#joining.add(connection);
    connection.pendingAnnouncements = [];
  }

  release(connection: Connection): void {
    this.#joining.delete(connection);
    connection.pendingAnnouncements = undefined;
  }

  /** Runs without interruption, so that no announcement comes between Ready and the subscriptions. */
  join(connection: Connection, handshake: HandshakeResult): void {
    const missed = (connection.pendingAnnouncements ?? []).filter(
      ({ position }) => position === undefined || position > handshake.position,
    );
    this.release(connection);
    connection.sessionId = handshake.session?.id;
    connection.sendEvent("Authenticated");
    const status = connection.send(handshake.packet);
    for (const { name, payload } of handshake.followUps()) connection.sendEvent(name, payload);
    connection.excludeBacklog();
    // Not against the limit of the connection, but against that of all connections together.
    if (status < 0) this.#parts.onBacklog(0);
    const view = this.#catchUp(connection, handshake, missed);
    if (!view) return;
    // Set before the steps below, because `leave` undoes them only for a connection with a view.
    connection.view = view;
    // Published before the connection subscribes: Ready holds the user's own presence, unless it has changed since.
    if (this.#parts.presence.enter(view.userId) && !view.invisible) this.#publishPresence(view, true);
    if (view.invisible !== handshake.view.invisible) {
      const { name, payload } = presenceEvent(view, !view.invisible, this.#settings);
      connection.sendEvent(name, payload as object);
    }
    this.#audience.addConnection(connection, view);
  }

  /**
   * Sends the connection what has happened since its Ready and returns the resulting view, or undefined if its session
   * has ended. The changes are applied to an audience of its own, since the shared one has applied them before.
   */
  #catchUp(
    connection: Connection,
    { view: state, session }: HandshakeResult,
    missed: readonly Announcement[],
  ): View | undefined {
    if (missed.length === 0) return this.#audience.createView(state);
    const audience = new Audience();
    const { view } = audience.addUser(new View(state));
    for (const announcement of missed) {
      if (isLoggedOutBy(announcement, session?.id, view.userId)) {
        logOut(connection);
        return undefined;
      }
      const { changes = [] } = announcement;
      const visibilityChanges = [...audience.applyVisibility(changes).values()].flat();
      const events = eventsFor(this.#personalize(announcement, view), visibilityChanges, view);
      if (events.length > 0) connection.send(encodeAll(connection.codec, events));
      for (const change of changes) audience.apply(change);
      const presence = announcedPresence(announcement);
      if (presence?.viewer === view.userId) this.#correctPresence(connection, view, presence);
    }
    return view;
  }

  leave(connection: Connection, now: number): void {
    const { view } = connection;
    if (!view) return;
    this.#parts.presence.leave(view.userId, now + this.#settings.offline_grace_ms);
    if (this.#audience.removeConnection(connection)) this.typing.endAllOf(view.userId);
  }

  /** Forgets all users with their views, which may lack a change, and closes these connections. */
  reset(connections: Iterable<Connection>): void {
    for (const connection of connections) {
      this.leave(connection, 0);
      connection.view = undefined;
      connection.close("lostEvents");
    }
    // No connection is left to tell. Those who return appear online again.
    this.#parts.presence.takeGone(Number.POSITIVE_INFINITY);
    this.#audience.clear();
  }

  /** Does what depends on time alone. */
  tick(now: number): void {
    this.typing.expire(now);
    for (const userId of this.#parts.presence.takeGone(now)) {
      const view = this.#audience.viewOf(userId);
      if (view && !view.invisible) this.#publishPresence(view, false);
      this.#audience.removeUser(userId);
    }
  }

  /** A Message event as this user receives it; other events stay as they are. */
  #personalize(announcement: Announcement, view: View): Announcement {
    // The user may be joining with the first connection, and counts as online from Ready on.
    const current = refreshPresence(announcement, (userId) =>
      userId === view.userId ? !view.invisible : this.#isOnline(userId),
    );
    const author = authorOf(current);
    const relation = author && view.relationTo(author._id);
    return relation ? showAuthor(current, author, relation) : current;
  }

  #isOnline(userId: string): boolean {
    return this.#parts.presence.isConnected(userId) && !this.#audience.viewOf(userId)?.invisible;
  }

  /**
   * Sends the presence of a user again if it changed after the transaction that announced it had read it. The event
   * of a friend request may hide on purpose that the other user is online.
   */
  #correctPresence(connection: Connection, view: View, { user, online }: AnnouncedPresence): void {
    const relation = view.relationTo(user);
    const isPending = relation === "Incoming" || relation === "Outgoing";
    if (!view.hasTopic(topic.user(user)) || (isPending && !online)) return;
    if (this.#isOnline(user) === online) return;
    const update = { id: user, data: { online: !online }, clear: [], event_id: null };
    connection.sendEvent(UserUpdated.name, update);
  }

  #publishPresence(view: View, online: boolean): void {
    this.#parts.publish(presenceEvent(view, online, this.#settings));
  }
}

/** Whether an announcement ends the session of a connection. Connections of bots have no session. */
export function isLoggedOutBy(
  { changes = [] }: Announcement,
  sessionId: string | undefined,
  userId: string,
): boolean {
  return changes.some((change) => {
    if (change.kind !== "logged out" || change.user !== userId) return false;
    if (change.only !== undefined) return sessionId === change.only;
    return sessionId === undefined || sessionId !== change.except;
  });
}

function logOut(connection: Connection): void {
  connection.sendEvent("Logout");
  connection.close("loggedOut");
}
