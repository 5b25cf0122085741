import type { Client } from "stoat.js";
import type { Packet } from "../support/stream/stream.ts";
import type { Kind, Thing } from "./library-cache.ts";
import { withoutPendingStatus } from "./reference-state.ts";
import { ServerQuirks } from "./server-quirks.ts";

/**
 * Where stoat.js does not apply the events that it receives, derived from these events. The reference client, which
 * applies all of them, is checked without any of this.
 */
export class Quirks {
  readonly #introduced: ReadonlySet<string>;
  readonly #stale = new Set<string>();
  readonly #nameless = new Set<string>();
  readonly #servers: ServerQuirks;

  /** The library adds users only from Ready and from messages. */
  constructor(freshlyReady: Client, selfId: string) {
    this.#introduced = new Set(freshlyReady.users.keys());
    this.#servers = new ServerQuirks(selfId);
  }

  take(packet: Packet): void {
    this.#servers.take(packet);
    const { type, id, data, clear } = packet;
    // The library fetches an unknown user who joins a group. The reply hides the status of users whom the caller has
    // blocked, which Ready shows.
    if (type === "ChannelGroupJoin" && !this.#introduced.has(packet.user)) this.#stale.add(packet.user);
    if (type !== "UserUpdate") return;
    const isWhole = "username" in data && "online" in data;
    if (isWhole) this.#stale.delete(id);
    if (data.display_name !== undefined) this.#nameless.delete(id);
    if (clear.includes("DisplayName")) this.#nameless.add(id);
  }

  /** The library keeps the old data of a user who comes back into view by a conversation, and does not fetch. */
  takeConversation(unknown: Iterable<string>): void {
    for (const id of unknown) this.#stale.add(id);
  }

  /** Whether the library may lack an object that a new client has. */
  mayMiss(kind: Kind, id: string, thing: Thing): boolean {
    return kind === "users" ? !this.#introduced.has(id) : this.#servers.mayMiss(kind, id, thing);
  }

  /** Whether the library may have an object that a new client lacks. It never removes users. */
  mayKeep(kind: Kind, id: string, thing: Thing): boolean {
    return kind === "users" || this.#servers.mayKeep(kind, id, thing);
  }

  /** Removes the fields of an object that may differ. */
  excuse(kind: Kind, id: string, thing: Thing): Thing {
    if (kind !== "users") return this.#servers.excuse(kind, id, thing);
    if (this.#stale.has(id)) return { relationship: thing.relationship };
    // The library ignores the removal of a display name.
    const { displayName: _, ...others } = thing;
    return withoutPendingStatus(this.#nameless.has(id) ? others : thing);
  }
}
