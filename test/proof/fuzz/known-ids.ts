import type { Random } from "../random.ts";

/** What ids belong to. */
export type Kind =
  | "user"
  | "server"
  | "channel"
  | "group"
  | "message"
  | "role"
  | "emoji"
  | "invite"
  | "webhook"
  | "bot"
  | "session"
  | "file"
  | "report"
  | "job";

interface LearnedId {
  readonly id: string;
  /** The server of a channel or role, the channel of a message, the secret of a webhook. */
  readonly belongsTo: string | undefined;
}

const [maxKnown, maxOwners] = [400, 5_000];

/** Ids of what exists, or did a moment ago, learned from the replies of the server. */
export class KnownIds {
  readonly #known = new Map<Kind, LearnedId[]>();
  /** The user who may do most with it: the owner, or the author of a message. */
  readonly #owners = new Map<string, string>();

  ownerOf(id: string): string | undefined {
    return this.#owners.get(id);
  }

  #own(id: unknown, owner: unknown): void {
    if (typeof id !== "string" || typeof owner !== "string") return;
    this.#owners.set(id, owner);
    if (this.#owners.size > maxOwners) this.#owners.delete(this.#owners.keys().next().value ?? "");
  }

  add(kind: Kind, id: unknown, belongsTo?: unknown): void {
    if (typeof id !== "string") return;
    const list = this.#known.get(kind) ?? [];
    this.#known.set(kind, list);
    if (list.some((known) => known.id === id)) return;
    list.push({ id, belongsTo: typeof belongsTo === "string" ? belongsTo : undefined });
    if (list.length > maxKnown) list.shift();
  }

  /** Mostly one that belongs to `owner`, if there is any. */
  pick(kind: Kind, random: Random, owner?: string): LearnedId | undefined {
    const list = this.#known.get(kind) ?? [];
    const own =
      owner === undefined || random.chance(0.1) ? [] : list.filter(({ belongsTo }) => belongsTo === owner);
    if (own.length > 0) return random.pick(own);
    return list.length > 0 ? random.pick(list) : undefined;
  }

  count(kind: Kind): number {
    return this.#known.get(kind)?.length ?? 0;
  }

  forget(kind: Kind, id: string): void {
    const list = this.#known.get(kind) ?? [];
    this.#known.set(
      kind,
      list.filter((known) => known.id !== id),
    );
  }

  /** Learns from a reply of any shape. */
  learn(value: unknown, depth = 0): void {
    if (depth > 4 || typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 20)) this.learn(item, depth + 1);
      return;
    }
    const object = value as Record<string, unknown>;
    this.#classify(object);
    for (const [key, child] of Object.entries(object)) {
      if (key === "roles" && !Array.isArray(child)) {
        for (const role of Object.keys(Object(child))) this.add("role", role, object._id);
      }
      if (key === "channels" && "default_permissions" in object) continue;
      this.learn(child, depth + 1);
    }
  }

  #classify(object: Record<string, unknown>): void {
    const { _id, id } = object;
    this.#own(_id, object.owner ?? object.author ?? this.ownerOf(String(object.server ?? object.channel_id)));
    if (object.channel_type === "Group") this.add("group", _id);
    if ("channel_type" in object) this.add("channel", _id, object.server);
    else if ("discriminator" in object) this.add("user", _id);
    else if ("default_permissions" in object) this.add("server", _id);
    else if ("author" in object && "channel" in object) this.add("message", _id, object.channel);
    else if ("creator_id" in object && "parent" in object) this.add("emoji", _id);
    else if ("type" in object && "creator" in object && "channel" in object) this.add("invite", _id);
    else if ("channel_id" in object && "token" in object) this.add("webhook", id, object.token);
    else if ("additional_context" in object) this.add("report", _id);
    else if ("friendly_name" in object || ("name" in object && "last_seen" in object))
      this.add("session", _id);
    else if ("run_at" in object) this.add("job", id ?? _id);
  }
}
