import { eventFor } from "../declare/event.ts";
import { type Announcement, topic } from "../visibility/announcement.ts";
import type { OutgoingEvent } from "./codec.ts";
import type { VisibilityChange } from "./server-visibility.ts";
import type { View } from "./view.ts";

/**
 * The events for a user whose visible channels change: the lost channels, the gained ones with the participants of
 * their calls, and then the event itself.
 * An event about a gained or lost channel is left out, since these replace it.
 */
export function eventsFor(
  announcement: Announcement,
  changes: readonly VisibilityChange[],
  view: Pick<View, "receives">,
): OutgoingEvent[] {
  const lost = changes.flatMap((change) => change.lost);
  const gained = changes.flatMap((change) => change.gained);
  const calls = changes.flatMap((change) => change.calls ?? []);
  const changedTopics = [...lost, ...gained.map(({ _id }) => _id)].map(topic.channel);
  const isReplaced = announcement.topics.some((each) => changedTopics.includes(each));
  return [
    ...lost.map((id) => ({ name: eventFor("channel hidden").name, payload: { id } })),
    ...gained.map((channel) => ({ name: eventFor("channel shown").name, payload: channel })),
    ...calls.flatMap(({ id, participants }) =>
      participants.map((state) => ({ name: eventFor("call joined").name, payload: { id, state } })),
    ),
    ...(!isReplaced && view.receives(announcement) ? [announcement] : []),
  ];
}
