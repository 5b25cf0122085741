import type { Client } from "stoat.js";
import type { Packet } from "../support/stream.ts";

type Cache = Record<Kind, Record<string, Record<string, unknown>>>;

const kinds = ["users", "channels", "servers", "serverMembers", "emojis", "channelUnreads"] as const;
type Kind = (typeof kinds)[number];

/** All that stoat.js keeps, as plain data. */
export function cacheOf(client: Client): Cache {
  const collected = kinds.map((kind) => {
    const collection = client[kind];
    const things = [...collection.keys()].map((id) => [
      id,
      fieldsOf(kind, collection.getUnderlyingObject(id)),
    ]);
    return [kind, Object.fromEntries(things)];
  });
  return Object.fromEntries(collected);
}

/** Of a user, none is the same as an empty one. */
const mayBeEmpty = new Set(["badges", "flags", "privileged", "status"]);

function fieldsOf(kind: Kind, thing: object): Record<string, unknown> {
  const { typingIds: _, ...fields } = plain(thing) as Record<string, unknown>;
  const isEmpty = (value: unknown) => !value || Bun.deepEquals(value, {});
  const kept = Object.entries(fields).filter(
    ([key, value]) => !(kind === "users" && mayBeEmpty.has(key) && isEmpty(value)),
  );
  return Object.fromEntries(kept);
}

function plain(value: unknown): unknown {
  if (value instanceof Set) return [...value].map(plain);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return typeof value === "bigint" ? `${value}n` : value;
  const fields = Object.entries(value).filter(([, item]) => item !== undefined && item !== null);
  return Object.fromEntries(fields.map(([key, item]) => [key, plain(item)]));
}

/**
 * Where stoat.js itself does not follow what it is told, found out from what that was. The reference client, which
 * does follow, is held to the same events without any of this.
 */
export class Quirks {
  readonly #introduced: ReadonlySet<string>;
  readonly #stale = new Set<string>();
  readonly #nameless = new Set<string>();

  /** It takes in users from Ready (and messages) alone. */
  constructor(freshlyReady: Client) {
    this.#introduced = new Set(freshlyReady.users.keys());
  }

  take({ type, id, data, clear }: Packet): void {
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

  isUnknown(userId: string): boolean {
    return !this.#introduced.has(userId);
  }

  /** What of a user may differ. That a display name was removed it does not understand. */
  mayDiffer(userId: string, field: string): boolean {
    if (field === "displayName") return this.#nameless.has(userId) || this.#stale.has(userId);
    return field !== "relationship" && this.#stale.has(userId);
  }
}

/** In words, what a client that was there all the time knows differently from one that has just come. */
export function findDifferences(old: Client, fresh: Client, quirks: Quirks): string[] {
  const [known, expected] = [cacheOf(old), cacheOf(fresh)];
  const differences: string[] = [];
  for (const kind of kinds) {
    const ids = new Set(Object.keys(expected[kind]));
    // Users are never forgotten.
    if (kind !== "users") for (const id of Object.keys(known[kind])) ids.add(id);
    for (const id of ids) {
      const [own, right] = [known[kind][id], expected[kind][id]];
      if (!own && right && kind === "users" && quirks.isUnknown(id)) continue;
      for (const field of new Set([...Object.keys(own ?? {}), ...Object.keys(right ?? {})])) {
        const same = Bun.deepEquals(own?.[field], right?.[field]);
        if (same || (kind === "users" && own && quirks.mayDiffer(id, field))) continue;
        const [has, is] = [own?.[field], right?.[field]].map((value) => JSON.stringify(value));
        differences.push(`${kind} ${id}: ${field} is ${is}, known as ${has}`);
      }
    }
  }
  return differences;
}
