import type { Topic } from "../../visibility/announcement.ts";
import { type Codec, encodeAll, type OutgoingEvent, type Packet } from "../codec.ts";
import { showAuthor } from "../delivery.ts";
import type { View } from "../view.ts";
import { eventsFor } from "../visibility-events.ts";
import { PastView, topicChangeOf } from "./past-view.ts";
import type { LoggedEvent, ReplayLog } from "./replay-log.ts";
import { formatPosition, type StreamPosition } from "./stream-position.ts";
import type { PastChange } from "./view-history.ts";

interface ReplayRequest {
  readonly log: ReplayLog;
  readonly from: StreamPosition;
  /** Up to which commit; the others follow in another way. */
  readonly upTo?: number;
  /** As it is after the changes. */
  readonly view: View;
  readonly changes: readonly PastChange[];
  readonly subscriptions: Pick<ReadonlySet<string>, "has">;
  readonly codec: Codec;
}

/**
 * Yields the events since a position with the packets that the user would have received, according to what the user
 * could see at each event. The view must not change meanwhile.
 */
export function* replay(request: ReplayRequest): Generator<readonly [LoggedEvent, Packet | undefined]> {
  const { log, from, changes, upTo = Number.POSITIVE_INFINITY } = request;
  const past = new PastView(request.view, changes, request.subscriptions);
  let next = 0;
  for (const event of log.missed(from, () => allTopics(past, changes), changes)) {
    if (event.announced > upTo) continue;
    const candidate = changes[next];
    const change = candidate && isAt(candidate, event) ? candidate : undefined;
    if (change) next += 1;
    yield [event, packetOf(event, change, past, request)];
    if (change) past.apply(change);
  }
}

/** Those of the user at any moment since. */
function allTopics(past: PastView, changes: readonly PastChange[]): ReadonlySet<Topic> {
  const topics = new Set(past.topics);
  for (const change of changes)
    for (const { gained } of [...change.topics, ...change.visibility.map(topicChangeOf)])
      for (const added of gained) topics.add(added);
  for (const usersTopic of past.usersTopics(topics)) topics.add(usersTopic);
  return topics;
}

function packetOf(
  event: LoggedEvent,
  change: PastChange | undefined,
  past: PastView,
  { log, codec, view }: ReplayRequest,
): Packet | undefined {
  const encode = (events: readonly OutgoingEvent[]) => encodeAll(codec, events, formatPosition(event));
  if (change && change.visibility.length > 0) {
    past.applyVisibility(change);
    return log.encodeOnce(event, `${codec.format} ${view.userId}`, () => {
      const events = eventsFor({ ...parse(event), ...event }, change.visibility, past);
      return events.length > 0 ? encode(events) : undefined;
    });
  }
  if (!past.receives(event)) return undefined;
  const relation = event.author === undefined ? undefined : past.relationTo(event.author);
  if (relation)
    return log.encodeOnce(event, `${codec.format} ${relation}`, () => {
      const announcement = { ...parse(event), topics: event.topics };
      const { user } = announcement.payload;
      return encode([showAuthor(announcement, user, relation)]);
    });
  if (codec.format === "json") return event.packet;
  return log.encodeOnce(event, codec.format, () => encode([parse(event)]));
}

function parse({ packet }: LoggedEvent): OutgoingEvent & { readonly payload: never } {
  const { type, position: _, ...payload } = JSON.parse(packet);
  return { name: type, payload: payload as never };
}

function isAt(one: StreamPosition, other: StreamPosition): boolean {
  return one.commit === other.commit && one.index === other.index;
}
