import { eventNamed } from "../declare/event.ts";
import { relatedAuthorView, type User } from "../domains/users/index.ts";
import type { Counter } from "../platform/metrics/port.ts";
import { type Announcement, channelOf, type Topic } from "../visibility/announcement.ts";
import type { Audience, ConnectedUser } from "./audience.ts";
import { type Codec, encodeAll, type OutgoingEvent, type Packet } from "./codec.ts";
import { type Connection, topicInFormat } from "./connection.ts";
import type { VisibilityChange } from "./server-visibility.ts";
import type { View, ViewerRelation } from "./view.ts";
import { eventsFor } from "./visibility-events.ts";

/** Bun's own topics: one call reaches all subscribers, without any JavaScript for each of them. */
export interface Publisher {
  /** Returns a number below 0 if a subscriber cannot keep up. */
  publish(topic: string, packet: string | Uint8Array<ArrayBuffer>): number;
  subscriberCount(topic: string): number;
}

/** The packets of some events, by codec. */
export type Packets = (codec: Codec) => Packet;

/** The users whose visible channels have changed. */
type ChangesByUser = ReadonlyMap<ConnectedUser, readonly VisibilityChange[]>;

/** Delivers announcements to the connections in their audience; each is encoded at most once for each format. */
export class Delivery {
  readonly #publisher: Publisher;
  readonly #audience: Audience;
  /** Those of the connections so far: most servers have no connection of some of them. */
  readonly #codecs = new Set<Codec>();
  readonly #onBacklog: (bytes: number) => void;
  readonly #deliveries: Counter;

  constructor(dependencies: {
    publisher: Publisher;
    audience: Audience;
    /** Called with the size of a packet that a client could not take at once. */
    onBacklog: (bytes: number) => void;
    deliveries: Counter;
  }) {
    this.#publisher = dependencies.publisher;
    this.#audience = dependencies.audience;
    this.#onBacklog = dependencies.onBacklog;
    this.#deliveries = dependencies.deliveries;
  }

  /** Publishes packets of this codec as well from now on. */
  addCodec(codec: Codec): void {
    this.#codecs.add(codec);
  }

  /**
   * Users in `visibilityChanges` get the changes first and then the event, in one packet of their own. Returns the
   * packets that the others get.
   */
  deliver(announcement: Announcement, visibilityChanges: ChangesByUser = noChanges): Packets {
    const author = authorOf(announcement);
    if (author) return this.#deliverMessage(announcement, author);
    const packets = packetsOf([announcement], announcement.at);
    const { topics } = announcement;
    const separate =
      visibilityChanges.size > 0 ? unsubscribeChanged(announcement, visibilityChanges) : noConnections;
    if (topics[0]) this.#publish(topics[0], packets);
    if (topics.length > 1) this.#sendToFurtherTopics(announcement, packets, separate);
    if (visibilityChanges.size > 0) this.#sendChanges(announcement, visibilityChanges);
    return packets;
  }

  /**
   * Publishes a message to all viewers of its channel except those with a relation to its author: these get a packet
   * that shows the relation, and share it with others of the same relation.
   */
  #deliverMessage(announcement: Announcement, author: User): Packets {
    const [channelTopic] = announcement.topics as [Topic];
    const related = this.#audience.relatedViewers(author._id, channelOf(channelTopic) ?? "");
    for (const users of related.values())
      for (const { view, connections } of users)
        for (const connection of connections) connection.unsubscribe(view.nativeTopic(channelTopic));
    const packets = packetsOf([announcement], announcement.at);
    this.#publish(channelTopic, packets);
    for (const [relation, users] of related) {
      const own = packetsOf([showAuthor(announcement, author, relation)], announcement.at);
      for (const { view, connections } of users)
        for (const connection of connections) {
          this.#send(connection, own);
          connection.subscribe(view.nativeTopic(channelTopic));
        }
    }
    return packets;
  }

  #sendChanges(announcement: Announcement, visibilityChanges: ChangesByUser): void {
    const [first] = announcement.topics;
    // Users with the same change share its packets.
    const shared = new Map<VisibilityChange, readonly [OutgoingEvent[], Packets]>();
    for (const [user, changes] of visibilityChanges) {
      const { view, connections } = user;
      const only = changes.length === 1 ? changes[0] : undefined;
      const known = only && shared.get(only);
      const events = known?.[0] ?? eventsFor(announcement, changes, view);
      const packets = known?.[1] ?? packetsOf(events, announcement.at);
      if (only) shared.set(only, [events, packets]);
      const record = this.#audience.recordOf(user);
      if (record) record.events = events;
      for (const connection of connections) {
        this.#send(connection, packets);
        if (first && view.hasTopic(first)) connection.subscribe(view.nativeTopic(first));
      }
    }
  }

  #publish(to: Topic, packets: Packets): void {
    for (const nativeTopic of this.#audience.nativeTopics(to))
      for (const codec of this.#codecs) {
        const name = topicInFormat(codec, nativeTopic);
        const subscribers = this.#publisher.subscriberCount(name);
        if (subscribers === 0) continue;
        this.#deliveries.add(subscribers);
        const packet = packets(codec);
        if (this.#publisher.publish(name, packet) < 0) this.#onBacklog(packet.length);
      }
  }

  /** Sends to the subscribers of all topics but the first, once to each, except those reached in another way. */
  #sendToFurtherTopics(
    { topics, except = [], within = [] }: Announcement,
    packets: Packets,
    separate: ReadonlySet<Connection>,
  ): void {
    const reached = new Set(separate);
    const [first, ...others] = topics;
    const excluded = [...(first ? [first] : []), ...except];
    for (const other of others) {
      for (const connection of this.#audience.subscribersOf(other)) {
        const hasTopic = (each: Topic) => connection.view?.hasTopic(each);
        if (reached.has(connection) || excluded.some(hasTopic) || !within.every(hasTopic)) continue;
        reached.add(connection);
        this.#send(connection, packets);
      }
    }
  }

  #send(connection: Connection, packets: Packets): void {
    const packet = packets(connection.codec);
    this.#deliveries.add();
    if (connection.send(packet) < 0) this.#onBacklog(packet.length);
  }
}

const noChanges = new Map<never, never>();
const noConnections: ReadonlySet<Connection> = new Set();

/**
 * Unsubscribes users with visibility changes from the first topic, so that its publication does not reach them. Returns
 * their connections.
 */
function unsubscribeChanged(
  { topics: [first] }: Announcement,
  visibilityChanges: ChangesByUser,
): ReadonlySet<Connection> {
  const unsubscribed = new Set<Connection>();
  for (const { view, connections } of visibilityChanges.keys())
    for (const connection of connections) {
      unsubscribed.add(connection);
      if (first) connection.unsubscribe(view.nativeTopic(first));
    }
  return unsubscribed;
}

function packetsOf(events: readonly OutgoingEvent[], position: string | undefined): Packets {
  let encoded: Map<Codec, Packet> | undefined;
  const packets: Packets = (codec) => {
    const existing = encoded?.get(codec);
    if (existing !== undefined) return existing;
    const packet = codec.plain
      ? withPosition(codec, packets(codec.plain), position)
      : encodeAll(codec, events);
    // Created here, since an event without subscribers is never encoded.
    encoded ??= new Map();
    encoded.set(codec, packet);
    return packet;
  };
  return packets;
}

function withPosition(codec: Codec, packet: Packet, position: string | undefined): Packet {
  return position === undefined ? packet : codec.addPosition(packet, position);
}

export function isMessage({ name }: Announcement): boolean {
  return eventNamed(name)?.role === "message";
}

/** The author whom the event of a message shows. Messages of the system and of webhooks have none. */
export function authorOf(announcement: Announcement): User | undefined {
  return isMessage(announcement) ? (announcement.payload as { user?: User }).user : undefined;
}

/** A Message event as a receiver with this relation to its author gets it. */
export function showAuthor(announcement: Announcement, author: User, relation: ViewerRelation): Announcement {
  return withAuthor(announcement, relatedAuthorView(author, relation));
}

/** A Message event with the author's presence as it is now: the transaction that sent the message read it earlier. */
export function refreshPresence(
  announcement: Announcement,
  isOnline: (userId: string) => boolean,
): Announcement {
  const author = authorOf(announcement);
  if (!author) return announcement;
  const online = isOnline(author._id);
  return online === author.online ? announcement : withAuthor(announcement, { ...author, online });
}

/** A Message event as this user receives it; other events stay as they are. */
export function personalize(
  announcement: Announcement,
  view: View,
  isOnline: (userId: string) => boolean,
): Announcement {
  // The user may be joining with the first connection, and counts as online from Ready on.
  const current = refreshPresence(announcement, (userId) =>
    userId === view.userId ? !view.invisible : isOnline(userId),
  );
  const author = authorOf(current);
  const relation = author && view.relationTo(author._id);
  return relation ? showAuthor(current, author, relation) : current;
}

function withAuthor(announcement: Announcement, user: User): Announcement {
  return { ...announcement, payload: { ...(announcement.payload as object), user } };
}
