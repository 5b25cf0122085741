import type { Announcement, AnnouncementAudience, Topic } from "../../visibility/announcement.ts";
import type { ViewChange } from "../../visibility/view-change.ts";
import type { Packet } from "../codec.ts";
import { authorOf } from "../delivery.ts";
import { decidesTopics } from "./concerns.ts";
import { type AnnouncementPosition, isBefore, isMissed, type StreamPosition } from "./stream-position.ts";

/** An announcement as those without a relation to its author received it. */
export interface LoggedEvent extends AnnouncementPosition, AnnouncementAudience {
  /** The id of the author whom a Message event shows. */
  readonly author: string | undefined;
  /** Its changes that decide who receives what. */
  readonly changes: readonly ViewChange[];
  /** JSON, with the position: clients that have missed the same share it. */
  readonly packet: string;
  /** Other encodings of the event, once a client has needed them. */
  encoded?: Map<string, Packet | undefined>;
}

/** How an announcement is kept. */
export function loggedEvent(
  position: AnnouncementPosition,
  announcement: Announcement,
  packet: string,
): LoggedEvent {
  const { topics, except, within, changes = [] } = announcement;
  const author = authorOf(announcement)?._id;
  const { commit, index, mark = 0, announced } = position;
  const deciding = changes.filter(decidesTopics);
  return { commit, index, mark, announced, topics, except, within, author, changes: deciding, packet };
}

interface Segment {
  readonly events: LoggedEvent[];
  /** Indexes of events, by topic. */
  readonly byTopic: Map<Topic, number[]>;
  readonly startedAt: number;
  bytes: number;
}

/** The log loses whole segments, so that removing old events costs nothing. */
const segments = 16;
/** To look at so many events takes less time than to list the topics of a user. */
const fewEvents = 50;
/** What an event takes besides its packet, roughly. */
const eventBytes = 300;

/** The events of the last minutes, for clients that resume; empty while no client could. */
export class ReplayLog {
  readonly #maxBytes: number;
  readonly #keptMs: number;
  #segments: Segment[] = [];
  #bytes = 0;
  /** The log has everything after this position that concerns the views of this node. */
  #since: StreamPosition | undefined;
  /** After this position, it has everything. */
  #wholeSince: StreamPosition = { commit: 0, index: 0 };

  constructor({ maxBytes, keptMs }: { maxBytes: number; keptMs: number }) {
    this.#maxBytes = maxBytes;
    this.#keptMs = keptMs;
  }

  get isActive(): boolean {
    return this.#since !== undefined;
  }

  get since(): StreamPosition | undefined {
    return this.#since;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Keeps what follows this position, unless it does so already. */
  start(since: StreamPosition): void {
    this.#since ??= since;
  }

  stop(): void {
    this.#since = undefined;
    this.#segments = [];
    this.#bytes = 0;
  }

  add(event: LoggedEvent, now: number): void {
    let segment = this.#segments.at(-1);
    if (!segment || segment.bytes >= this.#maxBytes / segments) {
      segment = newSegment(now);
      this.#segments.push(segment);
    }
    this.#count(addTo(segment, event));
  }

  /** Removes what is too old; called every second. */
  expire(now: number): void {
    const last = this.#segments.at(-1);
    if (last && now - last.startedAt > this.#keptMs / segments) this.#segments.push(newSegment(now));
    // The events of a segment are older than the beginning of the next one.
    while ((this.#segments[1]?.startedAt ?? now) < now - this.#keptMs) this.#removeFirst();
  }

  /** A commit was left out. */
  leaveOut(commit: number): void {
    this.#wholeSince = { commit, index: Number.POSITIVE_INFINITY };
  }

  /** Replaces what it has of the commits from one to another by all of their events, unless it has lost some since. */
  fill(
    { first, upTo }: { readonly first: number; readonly upTo: number },
    events: readonly LoggedEvent[],
    since: StreamPosition,
  ): void {
    if (this.#since !== since) return;
    const isBetween = ({ commit }: StreamPosition) => commit >= first && commit <= upTo;
    const [before, after]: [Segment[], Segment[]] = [[], []];
    for (const segment of this.#segments) {
      const kept = segment.events.filter((event) => !isBetween(event));
      before.push(
        segmentOf(
          kept.filter(({ commit }) => commit < first),
          segment.startedAt,
        ),
      );
      after.push(
        segmentOf(
          kept.filter(({ commit }) => commit > upTo),
          segment.startedAt,
        ),
      );
    }
    const hasEvents = (segment: Segment) => segment.events.length > 0;
    const filled = segmentOf(events.filter(isBetween), before.findLast(hasEvents)?.startedAt ?? 0);
    this.#segments = [...before.filter(hasEvents), filled, ...after.filter(hasEvents)];
    this.#bytes = this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
    const start = { commit: first, index: -1 };
    if (isBefore(start, this.#since)) this.#since = start;
    if (isBefore(start, this.#wholeSince)) this.#wholeSince = start;
  }

  /** The changes after a position that decide who receives what, up to a commit. */
  *changesAfter(from: StreamPosition, upTo: number): Iterable<ViewChange> {
    for (const { events } of this.#segments)
      for (const event of events)
        if (event.changes.length > 0 && isMissed(event, from) && event.announced <= upTo)
          yield* event.changes;
  }

  covers(from: StreamPosition): boolean {
    return this.#since !== undefined && !isBefore(from, this.#since);
  }

  /** The same for somebody whose view this node did not have since then. */
  isWholeFrom(from: StreamPosition): boolean {
    return this.covers(from) && !isBefore(from, this.#wholeSince);
  }

  /**
   * The events after a position that are on one of these topics or at one of these positions, in their order. If there are
   * few, all of them.
   */
  missed(
    from: StreamPosition,
    topics: () => ReadonlySet<Topic>,
    positions: readonly StreamPosition[],
  ): LoggedEvent[] {
    const missed: LoggedEvent[] = [];
    let listed: ReadonlySet<Topic> | undefined;
    for (const { events, byTopic } of this.#segments) {
      const last = events.at(-1);
      if (!last || !isBefore(from, last)) continue;
      const start = indexAfter(events, from);
      const left = events.length - start;
      if (left > fewEvents) listed ??= topics();
      const found =
        listed && left > fewEvents && left >= listed.size
          ? eventsOf({ events, byTopic }, start, listed, positions)
          : events.slice(start);
      for (const event of found) if (isMissed(event, from)) missed.push(event);
    }
    return missed;
  }

  /** Returns the packet of an event in the encoding that the key names, and keeps it with the event. */
  encodeOnce(event: LoggedEvent, key: string, encode: () => Packet | undefined): Packet | undefined {
    event.encoded ??= new Map();
    if (event.encoded.has(key)) return event.encoded.get(key);
    const packet = encode();
    event.encoded.set(key, packet);
    const segment = this.#segments.findLast(({ events: [first] }) => first && !isBefore(event, first));
    if (packet === undefined || !segment) return packet;
    const bytes = memoryOf(packet);
    segment.bytes += bytes;
    this.#count(bytes);
    return packet;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > this.#maxBytes && this.#segments.length > 1) this.#removeFirst();
  }

  #removeFirst(): void {
    const removed = this.#segments.shift();
    this.#since = removed?.events.at(-1) ?? this.#since;
    this.#bytes -= removed?.bytes ?? 0;
  }
}

function segmentOf(events: readonly LoggedEvent[], startedAt: number): Segment {
  const segment = newSegment(startedAt);
  for (const event of events) addTo(segment, event);
  return segment;
}

function newSegment(startedAt: number): Segment {
  return { events: [], byTopic: new Map(), startedAt, bytes: 0 };
}

/** Returns the bytes that the event takes. */
function addTo(segment: Segment, event: LoggedEvent): number {
  const index = segment.events.push(event) - 1;
  for (const topic of event.topics) {
    const indexes = segment.byTopic.get(topic);
    if (indexes) indexes.push(index);
    else segment.byTopic.set(topic, [index]);
  }
  const bytes = memoryOf(event.packet) + eventBytes;
  segment.bytes += bytes;
  return bytes;
}

/** The memory that a packet takes: a string with non-ASCII characters may take two bytes for each character. */
function memoryOf(packet: Packet): number {
  const bytes = Buffer.byteLength(packet);
  return bytes > packet.length ? 2 * packet.length : bytes;
}

/** The events from an index on that are on one of these topics or at one of these positions. */
function eventsOf(
  { events, byTopic }: Pick<Segment, "events" | "byTopic">,
  start: number,
  topics: ReadonlySet<Topic>,
  positions: readonly StreamPosition[],
): LoggedEvent[] {
  const found = new Set(positions.map((position) => indexAfter(events, position) - 1));
  for (const topic of topics)
    for (const index of byTopic.get(topic) ?? []) if (index >= start) found.add(index);
  const indexes = [...found].filter((index) => index >= start).sort((a, b) => a - b);
  return indexes.flatMap((index) => events[index] ?? []);
}

/** The index of the first event after a position. */
function indexAfter(events: readonly LoggedEvent[], position: StreamPosition): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const event = events[middle];
    if (event && isBefore(position, event)) high = middle;
    else low = middle + 1;
  }
  return low;
}
