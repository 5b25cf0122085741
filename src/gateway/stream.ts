import type { Config } from "../config/schema.ts";
import { eventFor } from "../declare/event.ts";
import type { Services } from "../declare/services.ts";
import type { PresenceChange } from "../platform/nodes/port.ts";
import type { Appearance, PresenceTable } from "../platform/presence/presence-table.ts";
import { type Announcement, topic } from "../visibility/announcement.ts";
import { Audience } from "./audience.ts";
import { type Codec, encodeAll } from "./codec.ts";
import type { ResumeRequest } from "./connect-query.ts";
import type { Connection } from "./connection.ts";
import {
  Delivery,
  isMessage,
  type Packets,
  type Publisher,
  personalize,
  refreshPresence,
} from "./delivery.ts";
import type { HandshakeResult, StreamCaller } from "./handshake.ts";
import { HeldAnnouncements } from "./held-announcements.ts";
import { isLoggedOutBy, logOut } from "./logged-out.ts";
import { deliveries } from "./metrics.ts";
import type { PresenceAnnouncer } from "./presence-announcer.ts";
import {
  type AnnouncedPresence,
  announcedPresence,
  isPresenceOf,
  presenceEvent,
  presenceUpdate,
  visibleUser,
} from "./presence-events.ts";
import { presentState } from "./resume/present-state.ts";
import { type Resumed, type ResumeOutcome, Resumption } from "./resume/resumption.ts";
import { ServerSubscriptions } from "./server-subscriptions.ts";
import { Typing } from "./typing.ts";
import { View } from "./view.ts";
import { eventsFor } from "./visibility-events.ts";

export interface StreamDependencies {
  readonly services: Services;
  readonly presence: PresenceTable;
  readonly publisher: Publisher;
  readonly msgpack: Codec;
  /** Publishes on the bus, to which this stream is subscribed as well. */
  readonly publish: (announcement: Announcement) => void;
  /** The same, on this node alone. */
  readonly publishHere: (announcement: Announcement) => void;
  readonly announcer: Pick<PresenceAnnouncer, "announce">;
  /** Tells the other nodes of a cluster of a change. */
  readonly reportPresence?: ((change: PresenceChange) => void) | undefined;
  /** Called with the size of a packet that a client could not take at once. */
  readonly onBacklog: (bytes: number) => void;
}

/** Receives announcements from the bus and delivers them to the connections that have joined. */
export class Stream {
  readonly #dependencies: StreamDependencies;
  readonly #settings: Config["events"];
  readonly #audience = new Audience();
  readonly #delivery: Delivery;
  /** For the connections whose Ready is being loaded. */
  readonly #held = new HeldAnnouncements();
  readonly resumption: Resumption;
  readonly typing: Typing;
  readonly subscriptions: ServerSubscriptions;

  readonly #isOnline = (userId: string): boolean => this.#dependencies.presence.isShown(userId);

  constructor(dependencies: StreamDependencies) {
    const { publisher, onBacklog, publish, publishHere, services } = dependencies;
    this.#dependencies = dependencies;
    const audience = this.#audience;
    this.#settings = services.config.events;
    this.resumption = new Resumption({ audience, settings: this.#settings, scheduler: services.scheduler });
    this.#delivery = new Delivery({
      publisher,
      audience,
      onBacklog,
      deliveries: services.metrics.counter(deliveries),
    });
    this.typing = new Typing({ publish, publishHere, lifetimeMs: this.#settings.typing_expires_ms });
    this.subscriptions = new ServerSubscriptions(this.#audience, this.#settings);
  }

  /** The number of connections of a user. */
  countOf(userId: string): number {
    return this.#audience.countOf(userId);
  }

  receive(announcement: Announcement): void {
    // First: it writes the position into the announcement, which connections that wait for Ready need as well.
    const position = this.resumption.count(announcement);
    this.#audience.position = position;
    this.#held.add(announcement);
    const packets = isMessage(announcement)
      ? this.#receiveMessage(announcement)
      : this.#receiveOther(announcement);
    if (position !== undefined)
      this.resumption.record(position, announcement, packets, this.#dependencies.services.clock.now());
  }

  #receiveOther(announcement: Announcement): Packets {
    this.typing.follow(announcement, this.#dependencies.services.clock);
    const { changes = [] } = announcement;
    for (const change of changes) {
      if (change.kind !== "logged out") continue;
      // These connections get Logout in place of the event.
      for (const connection of [...this.#audience.connectionsOf(change.user)])
        if (isLoggedOutBy(announcement, connection.sessionId, change.user)) logOut(connection);
      this.resumption.logOut(change.user, announcement);
    }
    const packets = this.#delivery.deliver(announcement, this.#audience.applyVisibility(changes));
    for (const change of changes) {
      this.#audience.apply(change);
      const view = change.kind === "visibility" ? this.#audience.viewOf(change.user) : undefined;
      if (view)
        this.#announcePresence(view, this.#dependencies.presence.setShown(view.userId, !view.invisible));
    }
    const presence = announcedPresence(announcement);
    const view = presence && this.#audience.viewOf(presence.viewer);
    if (view)
      for (const connection of this.#audience.connectionsOf(view.userId))
        this.#correctPresence(connection, view, presence);
    return packets;
  }

  /** Most announcements are messages, which say nothing about typing, presence or who can view what. */
  #receiveMessage(announcement: Announcement): Packets {
    const packets = this.#delivery.deliver(refreshPresence(announcement, this.#isOnline));
    for (const change of announcement.changes ?? []) this.#audience.apply(change);
    return packets;
  }

  /** Keeps every announcement from now on for the connection, until it joins or is released. */
  hold(connection: Connection): void {
    this.#held.hold(connection);
  }

  release(connection: Connection): void {
    this.#held.release(connection);
  }

  /**
   * Adds a connection with its Ready. Runs without interruption, so that no announcement comes between that and the
   * subscriptions.
   */
  join(connection: Connection, handshake: HandshakeResult): void {
    this.#identify(connection, handshake.session);
    let status = 0;
    connection.sendTogether(() => {
      this.#sendAuthenticated(connection);
      status = this.#sendReady(connection, handshake);
    });
    this.#excludeBacklog(connection, status);
    this.#finishJoin(connection, handshake);
  }

  /** The id with which a connection can be resumed is secret, and only this node knows it. */
  #identify(connection: Connection, session: StreamCaller["session"]): void {
    connection.sessionId = session?.id;
    if (connection.codec.plain) connection.resumableAs = crypto.randomUUID();
  }

  #sendReady(connection: Connection, handshake: HandshakeResult): number {
    const { codec } = connection;
    const { packet, position } = handshake;
    const status = connection.send(
      codec.plain ? codec.addPosition(packet, this.#positionOfReady(connection, position)) : packet,
    );
    for (const { name, payload } of handshake.followUps()) connection.sendEvent(name, payload);
    return status;
  }

  /** The client cannot resume from a Ready that lacks a commit: what it has got of the others is not known then. */
  #positionOfReady(connection: Connection, commit: number): string {
    const lacksCommit = this.#held.committedOf(connection).some(({ position = 0 }) => position > commit);
    return lacksCommit ? "none" : this.resumption.position;
  }

  #finishJoin(connection: Connection, handshake: HandshakeResult): void {
    const view = this.#catchUp(connection, handshake);
    this.release(connection);
    if (!view) return;
    // Set before the steps below, because `leave` undoes them only for a connection with a view.
    connection.view = view;
    // Published before the connection subscribes: Ready holds the user's own presence, unless it has changed since.
    this.#announcePresence(view, this.#dependencies.presence.enter(view.userId, !view.invisible));
    if (view.invisible !== handshake.view.invisible) {
      const { name, payload } = presenceEvent(visibleUser(view), !view.invisible, this.#settings);
      connection.sendEvent(name, payload as object);
    }
    this.#addConnection(connection, view);
  }

  /** Gives the connection what it has missed instead of a Ready, if that is known here. */
  resume(
    connection: Connection,
    request: ResumeRequest,
    { userId, session }: StreamCaller,
  ): Promise<ResumeOutcome> {
    const join = (resumed: Resumed) => {
      const { view, subscriptions } = resumed;
      this.#identify(connection, session);
      connection.view = view;
      this.#announcePresence(view, this.#dependencies.presence.enter(userId, !view.invisible));
      let status = 0;
      connection.sendTogether(() => {
        this.#sendAuthenticated(connection);
        status = this.#sendResumed(connection, resumed);
      });
      this.#excludeBacklog(connection, status);
      this.#addConnection(connection, view);
      if (subscriptions.size > 0) connection.serverSubscriptions = new Map(subscriptions);
      for (const server of subscriptions.keys())
        if (view.isIn(server)) this.#audience.subscribeToServerUsers(connection, server);
    };
    return this.resumption.resume(request, connection, { userId, sessionId: session?.id }, join);
  }

  /** Returns a number below 0 if the client does not keep up. */
  #sendResumed(connection: Connection, { from, to, view, packets }: Resumed): number {
    connection.sendEvent("Resumed", { from, to, packets: packets.length + 1 });
    let status = 0;
    for (const packet of packets) status = Math.min(status, connection.send(packet));
    const state = { isOnline: this.#isOnline, typing: this.typing };
    connection.send(connection.codec.encodeBulk(presentState(view, state)));
    return status;
  }

  #sendAuthenticated(connection: Connection): void {
    const { resumableAs } = connection;
    connection.sendEvent("Authenticated", resumableAs === undefined ? {} : { connection: resumableAs });
  }

  /** A large Ready, or much that was missed, does not count against the limit of the connection, but of all together. */
  #excludeBacklog(connection: Connection, status: number): void {
    connection.excludeBacklog();
    if (status < 0) this.#dependencies.onBacklog(0);
  }

  #addConnection(connection: Connection, view: View): void {
    this.#delivery.addCodec(connection.codec);
    this.#audience.addConnection(connection, view);
    if (connection.resumableAs !== undefined) this.resumption.add(connection, view.userId);
  }

  /**
   * Sends the connection what has happened since its Ready and returns the resulting view, or undefined if its session
   * has ended. View changes are applied to an audience of its own, since the shared one has applied them before.
   */
  #catchUp(connection: Connection, { view: state, session, position }: HandshakeResult): View | undefined {
    // That the user went offline before this connection came is no longer true.
    const isMissed = (each: Announcement) =>
      each.position === undefined ? !isPresenceOf(state.userId, each) : each.position > position;
    const committed = this.#held.committedOf(connection).filter(isMissed);
    if (!committed.some(({ changes = [] }) => changes.length > 0)) {
      const view = this.#audience.createView(state);
      const heard = () => [...view.topics(), ...(view.bot ? [...view.servers].map(topic.serverUsers) : [])];
      const concerning = this.#held.concerning(connection, heard).filter(isMissed);
      for (const announcement of concerning) this.#sendMissed(connection, view, announcement);
      return view;
    }
    const audience = new Audience();
    const { view } = audience.addUser(new View(state));
    for (const announcement of this.#held.of(connection).filter(isMissed)) {
      if (isLoggedOutBy(announcement, session?.id, view.userId)) {
        logOut(connection);
        return undefined;
      }
      const { changes = [] } = announcement;
      const visibilityChanges = [...audience.applyVisibility(changes).values()].flat();
      const events = eventsFor(personalize(announcement, view, this.#isOnline), visibilityChanges, view);
      if (events.length > 0) connection.send(encodeAll(connection.codec, events, announcement.at));
      for (const change of changes) audience.apply(change);
      const presence = announcedPresence(announcement);
      if (presence?.viewer === view.userId) this.#correctPresence(connection, view, presence);
    }
    return view;
  }

  /** Sends an announcement that changes no view, if the view receives it. */
  #sendMissed(connection: Connection, view: View, announcement: Announcement): void {
    const events = eventsFor(personalize(announcement, view, this.#isOnline), [], view);
    if (events.length > 0) connection.send(encodeAll(connection.codec, events, announcement.at));
    const presence = announcedPresence(announcement);
    if (presence?.viewer === view.userId) this.#correctPresence(connection, view, presence);
  }

  leave(connection: Connection, now: number): void {
    const { view } = connection;
    if (!view) return;
    // From then on, its client can resume it for some time.
    connection.lastActiveAt = now;
    this.#dependencies.presence.leave(view.userId, now + this.#settings.offline_grace_ms);
    this.#reportPresence(view.userId);
    if (this.#audience.removeConnection(connection)) this.typing.endAllOf(view.userId);
  }

  /** Forgets all users with their views, which may lack a change, and closes these connections. */
  reset(connections: Iterable<Connection>, now: number): void {
    for (const connection of connections) {
      this.leave(connection, now);
      connection.view = undefined;
      connection.close("lostEvents");
    }
    this.resumption.reset();
    this.#audience.clear();
  }

  /** Does what depends on time alone. */
  tick(now: number): void {
    this.typing.expire(now);
    for (const userId of this.resumption.expire(now, !this.#held.isEmpty))
      if (!this.#dependencies.presence.entryHere(userId)) this.#audience.removeUser(userId);
    const { presence, announcer } = this.#dependencies;
    for (const userId of presence.removeGoneNodes(now)) announcer.announce(userId, false);
    for (const userId of presence.findGone(now)) {
      const view = this.#audience.viewOf(userId);
      const appearance = presence.remove(userId);
      if (view) this.#announcePresence(view, appearance);
      else {
        this.#reportPresence(userId);
        if (appearance === false) announcer.announce(userId, false);
      }
      if (!this.resumption.keepsViewOf(userId)) this.#audience.removeUser(userId);
    }
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
    connection.sendEvent(eventFor("user updated").name, presenceUpdate(user, !online));
  }

  /**
   * Announces on this node whether a user appears online now, and sends the other nodes what they need to announce it.
   */
  #announcePresence(view: View, appearance: Appearance): void {
    const { announcer, reportPresence } = this.#dependencies;
    if (appearance === undefined && !reportPresence) return;
    const announcement = presenceEvent(visibleUser(view), true, this.#settings);
    if (appearance !== undefined) announcer.announce(view.userId, appearance, announcement);
    this.#reportPresence(view.userId, announcement);
  }

  #reportPresence(userId: string, announcement?: Announcement): void {
    const { presence, reportPresence } = this.#dependencies;
    reportPresence?.({
      user: userId,
      entry: presence.entryHere(userId) ?? null,
      ...(announcement && { announcement }),
    });
  }
}
