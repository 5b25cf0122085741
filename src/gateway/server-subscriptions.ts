import type { Config } from "../config/schema.ts";
import type { Audience } from "./audience.ts";
import type { Connection } from "./connection.ts";

/** Lets a connection receive the updates of all users of a few servers, for a limited time. */
export class ServerSubscriptions {
  readonly #audience: Audience;
  readonly #maxPerConnection: number;
  readonly #lifetimeMs: number;

  constructor(audience: Audience, { subscriptions, subscription_lasts_ms }: Config["events"]) {
    this.#audience = audience;
    this.#maxPerConnection = subscriptions;
    this.#lifetimeMs = subscription_lasts_ms;
  }

  /** Does nothing for bots, which receive the updates of all their servers anyway, and for non-members. */
  subscribe(connection: Connection, serverId: string, now: number): void {
    const { view } = connection;
    if (!view || view.bot || !view.isIn(serverId)) return;
    connection.serverSubscriptions ??= new Map();
    const { serverSubscriptions } = connection;
    // A renewed subscription moves to the end, so that the first is the one renewed least recently.
    serverSubscriptions.delete(serverId);
    serverSubscriptions.set(serverId, now + this.#lifetimeMs);
    this.#audience.subscribeToServerUsers(connection, serverId);
    const [oldest] = serverSubscriptions.keys();
    if (serverSubscriptions.size > this.#maxPerConnection && oldest !== undefined)
      this.#audience.unsubscribeFromServerUsers(connection, oldest);
  }

  expire(connection: Connection, now: number): void {
    for (const [serverId, endsAt] of connection.serverSubscriptions ?? [])
      if (endsAt <= now) this.#audience.unsubscribeFromServerUsers(connection, serverId);
  }
}
