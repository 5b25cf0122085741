import type { Config } from "../config/schema.ts";
import { announce, eventFor, eventNamed } from "../declare/event.ts";
import type { Reader } from "../declare/tx.ts";
import { findConnections } from "../domains/users/index.ts";
import { type Announcement, topic } from "../visibility/announcement.ts";
import type { View } from "./view.ts";

/** A user, and where others can see them besides conversations and relations. */
interface VisibleUser {
  readonly userId: string;
  readonly servers: readonly string[];
  /** The channels of the calls that the user is in. */
  readonly calls: readonly string[];
}

export function visibleUser(view: View): VisibleUser {
  const calls = [...view.memberships.values()].flatMap(({ server }) => server.callsOf(view.userId));
  return { userId: view.userId, servers: [...view.servers], calls };
}

/** Reads where others can see a user who is not connected to this node. */
export async function findVisibleUser(db: Reader, userId: string): Promise<VisibleUser> {
  return { userId, ...(await findConnections(db, { userId })) };
}

/** What clients are told of the presence of a user. */
export function presenceUpdate(id: string, online: boolean) {
  return { id, data: { online }, clear: [], event_id: null };
}

/** Announces that a user appears online, or no longer does. */
export function presenceEvent(
  { userId, servers, calls }: VisibleUser,
  online: boolean,
  { presence_to_servers }: Config["events"],
): Announcement {
  const reach = { toward: "everybody", servers, calls };
  const announcement = announce(eventFor("user updated"), presenceUpdate(userId, online), reach);
  if (!presence_to_servers) return announcement;
  return { ...announcement, topics: [...announcement.topics, ...servers.map(topic.server)] };
}

/** The same announcement for the other case. */
export function withPresence(announcement: Announcement, online: boolean): Announcement {
  return { ...announcement, payload: { ...(announcement.payload as object), data: { online } } };
}

export interface AnnouncedPresence {
  readonly viewer: string;
  readonly user: string;
  readonly online: boolean;
}

/** The presence of a user that an announcement shows to one viewer. It was read before the commit. */
export function announcedPresence(announcement: Announcement): AnnouncedPresence | undefined {
  const [first] = announcement.topics;
  const shown = first?.startsWith("private:") ? shownPresence(announcement) : undefined;
  return first && shown && { viewer: first.slice("private:".length), ...shown };
}

/** Whether this announces that the user appears online, or no longer does, and nothing else. */
export function isPresenceOf(userId: string, announcement: Announcement): boolean {
  return announcement.position === undefined && shownPresence(announcement)?.user === userId;
}

function shownPresence({ name, payload }: Announcement): Omit<AnnouncedPresence, "viewer"> | undefined {
  return eventNamed(name)?.presence?.(payload as never);
}
