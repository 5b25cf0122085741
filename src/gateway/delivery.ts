import { ChannelDeleted, ChannelOpened } from "../domains/conversations/index.ts";
import { type Announcement, type Topic, topic } from "../protocol/event.ts";
import type { Audience, ConnectedUser } from "./audience.ts";
import type { Codec, OutgoingEvent, Packet } from "./codec.ts";
import { type Connection, nativeTopic } from "./connection.ts";
import type { VisibilityChange } from "./server-visibility.ts";
import type { View } from "./view.ts";

/** Bun's own topics: one call reaches all subscribers, without any JavaScript for each of them. */
export interface Publisher {
  /** Less than 0 if somebody cannot keep up. */
  publish(topic: string, packet: string | Uint8Array<ArrayBuffer>): number;
  subscriberCount(topic: string): number;
}

/** Brings announcements to the connections that may hear them; each is written at most once for each format. */
export class Delivery {
  readonly #publisher: Publisher;
  readonly #audience: Audience;
  readonly #codecs: readonly Codec[];
  readonly #onBacklog: (bytes: number) => void;

  constructor(parts: {
    publisher: Publisher;
    audience: Audience;
    codecs: readonly Codec[];
    /** Called with the size of a packet that somebody could not take at once. */
    onBacklog: (bytes: number) => void;
  }) {
    this.#publisher = parts.publisher;
    this.#audience = parts.audience;
    this.#codecs = parts.codecs;
    this.#onBacklog = parts.onBacklog;
  }

  /** `shifts` says who sees other channels from now on: they are told of those first, in one packet. */
  deliver(
    announcement: Announcement,
    shifts: ReadonlyMap<ConnectedUser, readonly VisibilityChange[]> = noShifts,
  ): void {
    const packets = packetsOf([announcement]);
    const { topics } = announcement;
    const aside = shifts.size > 0 ? setAside(announcement, shifts) : nobody;
    if (topics[0]) this.#publish(topics[0], packets);
    if (topics.length > 1) this.#tellRest(announcement, packets, aside);
    if (shifts.size > 0) this.#tellShifted(announcement, shifts);
  }

  #tellShifted(
    announcement: Announcement,
    shifts: ReadonlyMap<ConnectedUser, readonly VisibilityChange[]>,
  ): void {
    const [first] = announcement.topics;
    // Those whose view shifts in the same way share what is written for them.
    const written = new Map<VisibilityChange, Packets>();
    for (const [{ view, connections }, theirs] of shifts) {
      const [only, ...more] = theirs;
      const known = only && more.length === 0 ? written.get(only) : undefined;
      const packets = known ?? packetsOf(eventsFor(announcement, theirs, view));
      if (only && more.length === 0) written.set(only, packets);
      const gained = theirs.flatMap((shift) => shift.gained.map(({ _id }) => topic.channel(_id)));
      for (const connection of connections) {
        this.#send(connection, packets);
        for (const held of gained) connection.subscribe(held);
        if (first && view.holds(first)) connection.subscribe(first);
      }
    }
  }

  #publish(to: Topic, packets: Packets): void {
    for (const codec of this.#codecs) {
      const native = nativeTopic(codec, to);
      if (this.#publisher.subscriberCount(native) === 0) continue;
      const packet = packets(codec);
      if (this.#publisher.publish(native, packet) < 0) this.#onBacklog(packet.length);
    }
  }

  /** Whoever hears one of the other topics and is not among those reached otherwise. */
  #tellRest({ topics, except = [] }: Announcement, packets: Packets, aside: ReadonlySet<Connection>): void {
    const reached = new Set(aside);
    const [first, ...others] = topics;
    const passedOver = [...(first ? [first] : []), ...except];
    for (const other of others) {
      for (const connection of this.#audience.subscribersOf(other)) {
        if (reached.has(connection) || passedOver.some((held) => connection.view?.holds(held))) continue;
        reached.add(connection);
        this.#send(connection, packets);
      }
    }
  }

  #send(connection: Connection, packets: Packets): void {
    const packet = packets(connection.codec);
    if (connection.send(packet) < 0) this.#onBacklog(packet.length);
  }
}

/**
 * What somebody is told whose view shifts: what went, what came, and then the event itself. One that is about a
 * channel which they see only now, or no longer, says nothing to them.
 */
export function eventsFor(
  announcement: Announcement,
  shifts: readonly VisibilityChange[],
  view: View,
): OutgoingEvent[] {
  const lost = shifts.flatMap((shift) => shift.lost);
  const gained = shifts.flatMap((shift) => shift.gained);
  const moved = [...lost, ...gained.map(({ _id }) => _id)].map(topic.channel);
  const isReplaced = announcement.topics.some((held) => moved.includes(held));
  return [
    ...lost.map((id) => ({ name: ChannelDeleted.name, payload: { id } })),
    ...gained.map((channel) => ({ name: ChannelOpened.name, payload: channel })),
    ...(!isReplaced && view.hears(announcement) ? [announcement] : []),
  ];
}

type Packets = (codec: Codec) => Packet;

const noShifts = new Map<never, never>();
const nobody: ReadonlySet<Connection> = new Set();

/** Lets those whose view shifts out of what is told first, and out of channels they lose; returns their connections. */
function setAside(
  { topics: [first] }: Announcement,
  shifts: ReadonlyMap<ConnectedUser, readonly VisibilityChange[]>,
): ReadonlySet<Connection> {
  const aside = new Set<Connection>();
  for (const [{ connections }, theirs] of shifts)
    for (const connection of connections) {
      aside.add(connection);
      if (first) connection.unsubscribe(first);
      for (const id of theirs.flatMap(({ lost }) => lost)) connection.unsubscribe(topic.channel(id));
    }
  return aside;
}

function packetsOf(told: readonly OutgoingEvent[]): Packets {
  let written: Map<Codec, Packet> | undefined;
  return (codec) => {
    const known = written?.get(codec);
    if (known !== undefined) return known;
    const packet = encodeAll(codec, told);
    // What nobody listens to is never written.
    written ??= new Map();
    written.set(codec, packet);
    return packet;
  };
}

/** In one packet, however many there are. */
export function encodeAll(codec: Codec, told: readonly OutgoingEvent[]): Packet {
  const [only, ...more] = told;
  return only && more.length === 0 ? codec.encode(only.name, only.payload as object) : codec.encodeBulk(told);
}
