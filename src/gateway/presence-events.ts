import type { Config } from "../config/schema.ts";
import { announce, type PayloadOf } from "../declare/event.ts";
import type { Reader } from "../declare/tx.ts";
import { findConnections, RelationshipChanged, UserUpdated } from "../domains/users/index.ts";
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

/** Announces that a user appears online, or no longer does. */
export function presenceEvent(
  { userId, servers, calls }: VisibleUser,
  online: boolean,
  { presence_to_servers }: Config["events"],
): Announcement {
  const announcement = announce(
    UserUpdated,
    { id: userId, data: { online }, clear: [], event_id: null },
    { toward: "everybody", servers, calls },
  );
  if (!presence_to_servers) return announcement;
  return { ...announcement, topics: [...announcement.topics, ...servers.map(topic.server)] };
}

/** The same announcement for the other case. */
export function withPresence(announcement: Announcement, online: boolean): Announcement {
  const payload = announcement.payload as PayloadOf<typeof UserUpdated>;
  return { ...announcement, payload: { ...payload, data: { online } } };
}

export interface AnnouncedPresence {
  readonly viewer: string;
  readonly user: string;
  readonly online: boolean;
}

/** The presence of a user that an announcement shows to one viewer. It was read before the commit. */
export function announcedPresence({
  name,
  payload,
  topics: [first],
}: Announcement): AnnouncedPresence | undefined {
  if (name === RelationshipChanged.name) {
    const { id: viewer, user } = payload as PayloadOf<typeof RelationshipChanged>;
    return { viewer, user: user._id, online: user.online };
  }
  if (name !== UserUpdated.name || !first?.startsWith("private:")) return undefined;
  const { id: user, data } = payload as PayloadOf<typeof UserUpdated>;
  if (data.online === undefined) return undefined;
  return { viewer: first.slice("private:".length), user, online: data.online };
}
