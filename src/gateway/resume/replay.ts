import type { Topic } from "../../visibility/announcement.ts";
import type { ViewChange } from "../../visibility/view-change.ts";
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
  /** Whether such an announcement ended the session of the client. */
  readonly isLoggedOutBy: (changes: readonly ViewChange[]) => boolean;
}

/**
 * The packets that a user would have received since a position, each as the user could see it at that moment, or
 * "logged out" if the session has ended since.
 */
export function replay(request: ReplayRequest): Packet[] | "logged out" {
  const { log, from, changes, codec, upTo = Number.POSITIVE_INFINITY } = request;
  const past = new PastView(request.view, changes, request.subscriptions);
  const packets: Packet[] = [];
  let next = 0;
  for (const event of log.missed(from, () => allTopics(past, changes), changes)) {
    if (event.announced > upTo) continue;
    const candidate = changes[next];
    const change = candidate && isAt(candidate, event) ? candidate : undefined;
    if (change) next += 1;
    if (change?.loggedOut && request.isLoggedOutBy(change.loggedOut)) return "logged out";
    const packet = packetOf(event, change, past, codec);
    if (packet !== undefined) packets.push(packet);
    if (change) past.apply(change);
  }
  return packets;
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
  codec: Codec,
): Packet | undefined {
  if (change && change.visibility.length > 0) {
    past.applyVisibility(change);
    const events = eventsFor({ ...parse(event), ...event }, change.visibility, past);
    return events.length > 0 ? encodeAll(codec, events, formatPosition(event)) : undefined;
  }
  if (!past.receives(event)) return undefined;
  const relation = event.author === undefined ? undefined : past.relationTo(event.author);
  if (relation) {
    const announcement = { ...parse(event), topics: event.topics };
    const { user } = announcement.payload;
    return encodeAll(codec, [showAuthor(announcement, user, relation)], formatPosition(event));
  }
  if (codec.format === "json") return event.packet;
  return encodeAll(codec, [parse(event)], formatPosition(event));
}

function parse({ packet }: LoggedEvent): OutgoingEvent & { readonly payload: never } {
  const { type, position: _, ...payload } = JSON.parse(packet);
  return { name: type, payload: payload as never };
}

function isAt(one: StreamPosition, other: StreamPosition): boolean {
  return one.commit === other.commit && one.index === other.index;
}
