import type { Announcement, Topic } from "../declare/event.ts";
import type { Audience } from "./audience.ts";
import type { Codec } from "./codec.ts";
import { type Connection, nativeTopic } from "./connection.ts";

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

  deliver(announcement: Announcement): void {
    const packets = packetsOf(announcement);
    const [first, ...others] = announcement.topics;
    if (first) this.#publish(first, packets);
    if (others.length > 0) this.#tellRest(announcement, others, packets);
  }

  #publish(topic: Topic, packets: Packets): void {
    for (const codec of this.#codecs) {
      const native = nativeTopic(codec, topic);
      if (this.#publisher.subscriberCount(native) === 0) continue;
      const packet = packets(codec);
      if (this.#publisher.publish(native, packet) < 0) this.#onBacklog(packet.length);
    }
  }

  /** Whoever hears one of the other topics and has not been reached yet. */
  #tellRest({ topics, except = [] }: Announcement, others: readonly Topic[], packets: Packets): void {
    const reached = new Set<Connection>();
    const passedOver = [...topics.slice(0, 1), ...except];
    for (const topic of others) {
      for (const connection of this.#audience.hearersOf(topic)) {
        if (reached.has(connection) || passedOver.some((held) => connection.view?.holds(held))) continue;
        reached.add(connection);
        const packet = packets(connection.codec);
        if (connection.send(packet) < 0) this.#onBacklog(packet.length);
      }
    }
  }
}

type Packets = (codec: Codec) => string | Uint8Array<ArrayBuffer>;

function packetsOf({ name, payload }: Announcement): Packets {
  const written = new Map<Codec, string | Uint8Array<ArrayBuffer>>();
  return (codec) => {
    const known = written.get(codec);
    if (known !== undefined) return known;
    const packet = codec.encode(name, payload as object);
    written.set(codec, packet);
    return packet;
  };
}
