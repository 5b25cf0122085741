import { type Codec, encodeAll, type OutgoingEvent, type Packet } from "../codec.ts";
import { showAuthor } from "../delivery.ts";
import type { View } from "../view.ts";
import { PastView } from "./past-view.ts";
import type { LoggedEvent, ReplayLog } from "./replay-log.ts";
import type { PastChange } from "./view-history.ts";

interface ReplayRequest {
  readonly log: ReplayLog;
  readonly from: number;
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
  const { log, codec, from, view, changes, subscriptions } = request;
  const past = new PastView(view, changes, subscriptions);
  const changeAt = new Map(changes.map((change) => [change.position, change]));
  for (const event of log.missed(from, () => past.topicsWith(changes), changeAt)) {
    const change = changeAt.get(event.position);
    const own = change?.events;
    if (own) yield [event, own.length > 0 ? encodeAll(codec, own, String(event.position)) : undefined];
    else yield [event, past.receives(event) ? packetOf(event, past, request) : undefined];
    if (change) past.apply(change);
  }
}

function packetOf(event: LoggedEvent, past: PastView, { log, codec }: ReplayRequest): Packet | undefined {
  const relation = event.author === undefined ? undefined : past.relationTo(event.author);
  if (codec.format === "json" && !relation) return event.packet;
  return log.encodeOnce(event, `${codec.format} ${relation}`, () => {
    const announcement = { ...parse(event), topics: event.topics };
    const { user } = announcement.payload;
    const shown = relation ? showAuthor(announcement, user, relation) : announcement;
    return encodeAll(codec, [shown], String(event.position));
  });
}

function parse({ packet }: LoggedEvent): OutgoingEvent & { readonly payload: never } {
  const { type, position: _, ...payload } = JSON.parse(packet);
  return { name: type, payload: payload as never };
}
