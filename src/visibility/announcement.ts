import type { ViewChange } from "./view-change.ts";

/** The audience of an event: every connection that is subscribed to one of its topics receives it once. */
export type Topic = string & { readonly __topic: true };

export const topic = {
  /** Every connection of one user. */
  private: (userId: string) => `private:${userId}` as Topic,
  /** The user's own connections, and those of users who have this user in view and may see the status. */
  user: (userId: string) => `user:${userId}` as Topic,
  /** Users whom this user has blocked: they have the user in view, but not the status. */
  blockedBy: (userId: string) => `blocked-by:${userId}` as Topic,
  /** Every connection that can view the channel. */
  channel: (channelId: string) => `channel:${channelId}` as Topic,
  /** Every member of the server. */
  server: (serverId: string) => `server:${serverId}` as Topic,
  /** Subscribers to every update of a user in the server: bots, and clients that sent Subscribe recently. */
  serverUsers: (serverId: string) => `server-users:${serverId}` as Topic,
  /** No connection. As the first topic of an audience, it leaves all connections to be checked one by one. */
  none: "none" as Topic,
};

/** The channel of a topic of viewers of a channel. */
export function channelOf(wanted: Topic): string | undefined {
  return wanted.startsWith("channel:") ? wanted.slice("channel:".length) : undefined;
}

/** Who receives an event. */
export interface AnnouncementAudience {
  readonly topics: readonly Topic[];
  except?: readonly Topic[] | undefined;
  within?: readonly Topic[] | undefined;
}

/** An event on its way from a transaction to its audience. It is plain data, which the database can store. */
export interface Announcement extends AnnouncementAudience {
  readonly name: string;
  readonly payload: unknown;
  changes?: readonly ViewChange[];
  /** The position of the commit that emitted it; absent for events without a transaction (typing, presence). */
  position?: number;
  /** Its place in the stream, for clients that can resume; set by a node that has such clients. */
  at?: string;
}
