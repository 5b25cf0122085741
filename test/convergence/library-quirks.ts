import type { Client } from "stoat.js";
import type { Packet } from "../support/stream.ts";
import type { Kind, Thing } from "./library-cache.ts";
import { ServerQuirks } from "./server-quirks.ts";

/**
 * Where stoat.js itself does not follow what it is told, found out from what that was. The reference client, which
 * does follow, is held to the same events without any of this.
 */
export class Quirks {
  readonly #introduced: ReadonlySet<string>;
  readonly #stale = new Set<string>();
  readonly #nameless = new Set<string>();
  readonly #servers: ServerQuirks;

  /** It takes in users from Ready (and messages) alone. */
  constructor(freshlyReady: Client, selfId: string) {
    this.#introduced = new Set(freshlyReady.users.keys());
    this.#servers = new ServerQuirks(selfId);
  }

  take(packet: Packet): void {
    this.#servers.take(packet);
    const { type, id, data, clear } = packet;
    if (type !== "UserUpdate") return;
    const isWhole = "username" in data && "online" in data;
    if (isWhole) this.#stale.delete(id);
    if (data.display_name !== undefined) this.#nameless.delete(id);
    if (clear.includes("DisplayName")) this.#nameless.add(id);
  }

  /** Of somebody who came back into view by a conversation it still has what it once knew, and does not ask. */
  takeConversation(unknown: Iterable<string>): void {
    for (const id of unknown) this.#stale.add(id);
  }

  /** Whether it may not know of something that newcomers are told. */
  mayMiss(kind: Kind, id: string, thing: Thing): boolean {
    return kind === "users" ? !this.#introduced.has(id) : this.#servers.mayMiss(kind, id, thing);
  }

  /** Whether it may know of something that newcomers are not told. Users are never forgotten. */
  mayKeep(kind: Kind, id: string, thing: Thing): boolean {
    return kind === "users" || this.#servers.mayKeep(kind, id, thing);
  }

  /** Leaves out what of a thing may differ. */
  excuse(kind: Kind, id: string, thing: Thing): Thing {
    if (kind !== "users") return this.#servers.excuse(kind, id, thing);
    if (this.#stale.has(id)) return { relationship: thing.relationship };
    // That a display name was removed it does not understand.
    const { displayName: _, ...others } = thing;
    return this.#nameless.has(id) ? others : thing;
  }
}
