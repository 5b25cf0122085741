import { announce } from "../../declare/event.ts";
import { UserUpdated } from "../../domains/users/index.ts";
import { topic } from "../../visibility/announcement.ts";
import type { OutgoingEvent } from "../codec.ts";
import type { Typing } from "../typing.ts";
import type { View } from "../view.ts";

/** Who is online and who is typing of those whom the user sees: these have no position and cannot be missed. */
export function presentState(
  view: View,
  { isOnline, typing }: { isOnline: (userId: string) => boolean; typing: Typing },
): OutgoingEvent[] {
  const events: OutgoingEvent[] = [];
  const updateOf = (id: string, online: boolean) => ({ id, data: { online }, clear: [], event_id: null });
  const tell = (id: string, online: boolean, calls: readonly string[] = []) => {
    const update = updateOf(id, online);
    const event = announce(UserUpdated, update, { toward: "everybody", servers: [], calls });
    if (view.receives(event)) events.push(event);
  };
  events.push({ name: UserUpdated.name, payload: updateOf(view.userId, !view.invisible) });
  for (const each of view.topicsOfUsers())
    if (each.startsWith("user:") && each !== topic.user(view.userId))
      tell(each.slice("user:".length), isOnline(each.slice("user:".length)));
  for (const [userId, calls] of view.callers())
    if (!view.hasTopic(topic.user(userId))) tell(userId, isOnline(userId), calls);
  return [...events, ...typing.seenBy(view)];
}
