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
import { isLoggedOutBy } from "./logout.ts";
import { type AnnouncedPresence, announcedPresence, presenceEvent } from "./presence-events.ts";
import { ServerSubscriptions } from "./server-subscriptions.ts";
import { Typing } from "./typing.ts";
import { View } from "./view.ts";

export interface StreamParts {
  readonly services: Services;
  readonly presence: InProcessPresence;
  readonly publisher: Publisher;
  readonly msgpack: Codec;
  /** To everybody who listens on the bus, ourselves included. */
  readonly publish: (announcement: Announcement) => void;
  /** Called with the size of a packet that somebody could not take at once. */
  readonly onBacklog: (bytes: number) => void;
}

/** Who is listening, and what becomes of an announcement. */
export class Stream {
  readonly #parts: StreamParts;
  readonly #settings: Config["events"];
  readonly #audience = new Audience();
  readonly #delivery: Delivery;
  /** Those whose Ready is being put together: they must not miss anything meanwhile. */
  readonly #entering = new Set<Connection>();
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

  /** How many connections a user has. */
  countOf(userId: string): number {
    return this.#audience.countOf(userId);
  }

  hear(announcement: Announcement): void {
    for (const connection of this.#entering) connection.missed?.push(announcement);
    const { changes = [] } = announcement;
    for (const change of changes) {
      if (change.kind !== "logged out") continue;
      // They get Logout in place of the event.
      for (const connection of [...this.#audience.connectionsOf(change.user)])
        if (isLoggedOutBy(announcement, connection.sessionId, change.user)) logOut(connection);
    }
    this.#delivery.deliver(announcement, this.#audience.applyVisibility(changes));
    for (const change of changes) {
      this.#audience.apply(change);
      const view = change.kind === "visibility" ? this.#audience.viewOf(change.user) : undefined;
      if (view) this.#tellPresence(view, !view.invisible);
    }
    const told = announcedPresence(announcement);
    const view = told && this.#audience.viewOf(told.viewer);
    if (view)
      for (const connection of this.#audience.connectionsOf(view.userId))
        this.#correct(connection, view, told);
  }

  /** Keeps for the connection whatever is announced from now on, until it joins or is released. */
  hold(connection: Connection): void {
    this.#entering.add(connection);
    connection.missed = [];
  }

  release(connection: Connection): void {
    this.#entering.delete(connection);
    connection.missed = undefined;
  }

  /** All in one go, so that nothing comes between Ready and the stream that follows it. */
  join(connection: Connection, admitted: HandshakeResult): void {
    const news = (connection.missed ?? []).filter(
      ({ commit }) => commit === undefined || !admitted.includes(commit),
    );
    this.release(connection);
    connection.sessionId = admitted.session?.id;
    connection.tell("Authenticated");
    connection.tell("Ready", admitted.render());
    for (const { name, payload } of admitted.followUps()) connection.tell(name, payload);
    connection.forgiveBacklog();
    const view = this.#catchUp(connection, admitted, news);
    if (!view) return;
    // From here on leaving undoes whatever follows.
    connection.view = view;
    // Before it listens itself: Ready has told it already how it appears, unless that has changed since.
    if (this.#parts.presence.enter(view.userId) && !view.invisible) this.#tellPresence(view, true);
    if (view.invisible !== admitted.view.invisible) {
      const { name, payload } = presenceEvent(view, !view.invisible, this.#settings);
      connection.tell(name, payload as object);
    }
    this.#audience.join(connection, view);
  }

  /**
   * Tells the connection what has happened since its Ready, and returns what it sees by now; undefined if its session
   * has ended. Nobody else sees any of this: they have heard it before.
   */
  #catchUp(
    connection: Connection,
    { view: state, session }: HandshakeResult,
    news: readonly Announcement[],
  ): View | undefined {
    if (news.length === 0) return this.#audience.view(state);
    const alone = new Audience();
    const { view } = alone.admit(new View(state));
    for (const announcement of news) {
      if (isLoggedOutBy(announcement, session?.id, view.userId)) {
        logOut(connection);
        return undefined;
      }
      const { changes = [] } = announcement;
      const shifts = [...alone.applyVisibility(changes).values()].flat();
      const told = eventsFor(announcement, shifts, view);
      if (told.length > 0) connection.send(encodeAll(connection.codec, told));
      for (const change of changes) alone.apply(change);
      const presence = announcedPresence(announcement);
      if (presence?.viewer === view.userId) this.#correct(connection, view, presence);
    }
    return view;
  }

  leave(connection: Connection, now: number): void {
    const { view } = connection;
    if (!view) return;
    this.#parts.presence.leave(view.userId, now + this.#settings.offline_grace_ms);
    if (this.#audience.leave(connection)) this.typing.endAllOf(view.userId);
  }

  /** Whatever depends on time alone. */
  tick(now: number): void {
    this.typing.expire(now);
    for (const userId of this.#parts.presence.takeGone(now)) {
      const view = this.#audience.viewOf(userId);
      if (view && !view.invisible) this.#tellPresence(view, false);
      this.#audience.forget(userId);
    }
  }

  /** Somebody may have come or gone between the moment in which that was found out and now. */
  #correct(connection: Connection, view: View, { user, online }: AnnouncedPresence): void {
    if (!view.holds(topic.user(user))) return;
    const isOnline = this.#parts.presence.isConnected(user) && !this.#audience.viewOf(user)?.invisible;
    if (isOnline === online) return;
    connection.tell(UserUpdated.name, { id: user, data: { online: isOnline }, clear: [], event_id: null });
  }

  #tellPresence(view: View, online: boolean): void {
    this.#parts.publish(presenceEvent(view, online, this.#settings));
  }
}

function logOut(connection: Connection): void {
  connection.tell("Logout");
  connection.close("loggedOut");
}
