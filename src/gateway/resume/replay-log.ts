import type { AnnouncementAudience, Topic } from "../../visibility/announcement.ts";
import type { Packet } from "../codec.ts";

/** An announcement as users without a relation to its author received it. */
export interface LoggedEvent extends AnnouncementAudience {
  readonly position: number;
  /** The id of the author whom a Message event shows. */
  readonly author: string | undefined;
  /** JSON, with the position: clients that have missed the same share it. */
  readonly packet: string;
  /** Other encodings of the event, once a client has needed them. */
  encoded?: Map<string, Packet>;
}

interface Segment {
  readonly events: LoggedEvent[];
  readonly byTopic: Map<Topic, LoggedEvent[]>;
  readonly startedAt: number;
  bytes: number;
}

/** The log loses whole segments, so that removing old events costs nothing. */
const segments = 16;
/** Checking this many events takes less time than listing the topics of a user. */
const fewEvents = 50;
/** What an event takes besides its packet, roughly. */
const eventBytes = 300;

/** The events of the last minutes, for clients that resume; empty while no client could. */
export class ReplayLog {
  readonly #maxBytes: number;
  readonly #keptMs: number;
  #segments: Segment[] = [];
  #bytes = 0;
  #since = Number.POSITIVE_INFINITY;

  constructor({ maxBytes, keptMs }: { maxBytes: number; keptMs: number }) {
    this.#maxBytes = maxBytes;
    this.#keptMs = keptMs;
  }

  /** The log has everything after this position that concerns the views of this node. Infinite while it keeps nothing. */
  get since(): number {
    return this.#since;
  }

  /** Keeps what follows this position, unless the log keeps events already. */
  start(since: number): void {
    this.#since = Math.min(this.#since, since);
  }

  stop(): void {
    this.#since = Number.POSITIVE_INFINITY;
    this.#segments = [];
    this.#bytes = 0;
  }

  add(event: LoggedEvent, now: number): void {
    let segment = this.#segments.at(-1);
    if (!segment || segment.bytes >= this.#maxBytes / segments) segment = this.#addSegment(now);
    segment.events.push(event);
    for (const topic of event.topics) {
      const events = segment.byTopic.get(topic);
      if (events) events.push(event);
      else segment.byTopic.set(topic, [event]);
    }
    this.#count(segment, memoryOf(event.packet) + eventBytes);
  }

  /** Removes what is too old; called every second. */
  expire(now: number): void {
    const last = this.#segments.at(-1);
    if (last && now - last.startedAt > this.#keptMs / segments) this.#addSegment(now);
    // The events of a segment are older than the beginning of the next one.
    while ((this.#segments[1]?.startedAt ?? now) < now - this.#keptMs) this.#removeFirst();
  }

  /**
   * The events after a position that are on one of these topics or at one of these positions, in their order. If there are
   * few, all of them.
   */
  missed(
    from: number,
    topics: () => ReadonlySet<Topic>,
    positions: Pick<ReadonlySet<number>, "has" | "size">,
  ): LoggedEvent[] {
    let listed: ReadonlySet<Topic> | undefined;
    return this.#segments.flatMap(({ events, byTopic }) => {
      const isMissed = ({ position }: LoggedEvent) => position > from;
      const missed = events.slice(events.findLastIndex((event) => !isMissed(event)) + 1);
      if (missed.length <= fewEvents) return missed;
      listed ??= topics();
      if (missed.length < listed.size) return missed;
      const found = new Set(
        positions.size > 0 ? missed.filter(({ position }) => positions.has(position)) : [],
      );
      for (const topic of listed)
        for (const event of byTopic.get(topic) ?? []) if (isMissed(event)) found.add(event);
      return [...found].sort((one, other) => one.position - other.position);
    });
  }

  /** Returns the packet of an event in the encoding that the key names, and keeps it with the event. */
  encodeOnce(event: LoggedEvent, key: string, encode: () => Packet): Packet {
    event.encoded ??= new Map();
    const known = event.encoded.get(key);
    if (known !== undefined) return known;
    const packet = encode();
    event.encoded.set(key, packet);
    const segment = this.#segments.findLast(
      ({ events: [first] }) => first && first.position <= event.position,
    );
    if (segment) this.#count(segment, memoryOf(packet));
    return packet;
  }

  #addSegment(startedAt: number): Segment {
    const segment = { events: [], byTopic: new Map(), startedAt, bytes: 0 };
    this.#segments.push(segment);
    return segment;
  }

  #count(segment: Segment, bytes: number): void {
    segment.bytes += bytes;
    this.#bytes += bytes;
    while (this.#bytes > this.#maxBytes && this.#segments.length > 1) this.#removeFirst();
  }

  #removeFirst(): void {
    const removed = this.#segments.shift();
    this.#since = removed?.events.at(-1)?.position ?? this.#since;
    this.#bytes -= removed?.bytes ?? 0;
  }
}

/** The memory that a packet takes: a string with non-ASCII characters may take two bytes for each character. */
function memoryOf(packet: Packet): number {
  const bytes = Buffer.byteLength(packet);
  return bytes > packet.length ? 2 * packet.length : bytes;
}
