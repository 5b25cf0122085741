import { announce, eventFor } from "../../declare/event.ts";
import { topic } from "../../visibility/announcement.ts";
import type { OutgoingEvent } from "../codec.ts";
import { presenceUpdate } from "../presence-events.ts";
import type { Typing } from "../typing.ts";
import type { View } from "../view.ts";

/** Who is online and who is typing of those whom the user sees: these have no position and cannot be missed. */
export function presentState(
  view: View,
  { isOnline, typing }: { isOnline: (userId: string) => boolean; typing: Typing },
): OutgoingEvent[] {
  const events: OutgoingEvent[] = [];
  const updated = eventFor("user updated");
  const tell = (id: string, online: boolean, calls: readonly string[] = []) => {
    const reach = { toward: "everybody", servers: [], calls };
    const event = announce(updated, presenceUpdate(id, online), reach);
    if (view.receives(event)) events.push(event);
  };
  events.push({ name: updated.name, payload: presenceUpdate(view.userId, !view.invisible) });
  for (const each of view.topicsOfUsers())
    if (each.startsWith("user:") && each !== topic.user(view.userId))
      tell(each.slice("user:".length), isOnline(each.slice("user:".length)));
  for (const [userId, calls] of view.callers())
    if (!view.hasTopic(topic.user(userId))) tell(userId, isOnline(userId), calls);
  return [...events, ...typing.seenBy(view)];
}
