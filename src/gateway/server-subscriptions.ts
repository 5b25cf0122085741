import type { Config } from "../config/schema.ts";
import type { Audience } from "./audience.ts";
import type { Connection } from "./connection.ts";

/** Lets connections follow the users of a few servers for a while. */
export class ServerSubscriptions {
  readonly #audience: Audience;
  readonly #most: number;
  readonly #lastsMs: number;

  constructor(audience: Audience, { subscriptions, subscription_lasts_ms }: Config["events"]) {
    this.#audience = audience;
    this.#most = subscriptions;
    this.#lastsMs = subscription_lasts_ms;
  }

  /** Nothing happens for bots, who follow all their servers anyway, and outside one's own servers. */
  begin(connection: Connection, serverId: string, now: number): void {
    const { view } = connection;
    if (!view || view.bot || !view.isIn(serverId)) return;
    connection.following ??= new Map();
    const { following } = connection;
    // Renewed ones go to the end: the first is the one that was renewed least recently.
    following.delete(serverId);
    following.set(serverId, now + this.#lastsMs);
    this.#audience.follow(connection, serverId);
    const [oldest] = following.keys();
    if (following.size > this.#most && oldest !== undefined) this.#audience.unfollow(connection, oldest);
  }

  expire(connection: Connection, now: number): void {
    for (const [serverId, endsAt] of connection.following ?? [])
      if (endsAt <= now) this.#audience.unfollow(connection, serverId);
  }
}
