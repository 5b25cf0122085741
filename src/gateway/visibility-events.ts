import { ChannelDeleted, ChannelOpened } from "../domains/channels/index.ts";
import { VoiceJoined } from "../domains/voice/index.ts";
import { type Announcement, topic } from "../visibility/announcement.ts";
import type { OutgoingEvent } from "./codec.ts";
import type { VisibilityChange } from "./server-visibility.ts";
import type { View } from "./view.ts";

/**
 * The events for a user whose visible channels change: the lost channels, the gained ones with the participants of
 * their calls, and then the event itself.
 * An event about a gained or lost channel is left out, since ChannelCreate or ChannelDelete replaces it.
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
    ...lost.map((id) => ({ name: ChannelDeleted.name, payload: { id } })),
    ...gained.map((channel) => ({ name: ChannelOpened.name, payload: channel })),
    ...calls.flatMap(({ id, participants }) =>
      participants.map((state) => ({ name: VoiceJoined.name, payload: { id, state } })),
    ),
    ...(!isReplaced && view.receives(announcement) ? [announcement] : []),
  ];
}
