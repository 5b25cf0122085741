/** Which messages a user wants to be notified of. */
export type Level = "all" | "mention" | "none";

/** Where a message is. */
interface NotificationTarget {
  readonly channelId: string;
  readonly serverId: string | undefined;
}

type Table = Readonly<Record<string, unknown>>;

const levels: readonly unknown[] = ["all", "mention", "none"];

/**
 * The protocol's setting `notifications`, as other clients read and write it: `server` and `channel` hold levels by
 * id, `server_mutes` and `channel_mutes` hold `{until?: milliseconds}`. A channel's level goes before its server's.
 */
export class NotificationPreferences {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  /** The level that was chosen for a server or channel itself. */
  chosen(kind: "server" | "channel", id: string): Level | undefined {
    const value = this.#entry(kind, id);
    if (value === "muted") return "none";
    return levels.includes(value) ? (value as Level) : undefined;
  }

  /** The level that is in force in a channel. */
  level({ channelId, serverId }: NotificationTarget): Level {
    const byServer = serverId === undefined ? undefined : this.chosen("server", serverId);
    return this.chosen("channel", channelId) ?? byServer ?? (serverId === undefined ? "all" : "mention");
  }

  isMuted(kind: "server" | "channel", id: string, now: number): boolean {
    return this.mutedUntil(kind, id, now) !== undefined;
  }

  /** When a mute ends, `0` for one without an end, or `undefined` without a mute. */
  mutedUntil(kind: "server" | "channel", id: string, now: number): number | undefined {
    const mute = this.#entry(`${kind}_mutes`, id);
    if (typeof mute !== "object" || mute === null) return undefined;
    const until = "until" in mute ? mute.until : undefined;
    if (typeof until !== "number" || until === 0) return 0;
    return until > now ? until : undefined;
  }

  /** Whether a message is worth a notification. */
  isWanted(place: NotificationTarget, isMention: boolean, now: number): boolean {
    const { channelId, serverId } = place;
    if (this.isMuted("channel", channelId, now)) return false;
    if (serverId !== undefined && this.isMuted("server", serverId, now)) return false;
    const level = this.level(place);
    return level === "all" || (level === "mention" && isMention);
  }

  /** The setting with another level for a server or channel; `undefined` for that of the place around it. */
  withLevel(kind: "server" | "channel", id: string, level: Level | undefined): Table {
    return this.#with(kind, id, level);
  }

  /** The setting with a mute until a time, for ever (`0`), or without one. */
  withMute(kind: "server" | "channel", id: string, until: number | undefined): Table {
    return this.#with(`${kind}_mutes`, id, until === undefined ? undefined : until === 0 ? {} : { until });
  }

  #entry(name: string, id: string): unknown {
    const table = this.#table[name];
    return typeof table === "object" && table !== null && Object.hasOwn(table, id)
      ? (table as Record<string, unknown>)[id]
      : undefined;
  }

  /** Everything that another client has written stays as it is. */
  #with(name: string, id: string, value: unknown): Table {
    const table = this.#table[name];
    const known = typeof table === "object" && table !== null ? (table as Record<string, unknown>) : {};
    return { ...this.#table, [name]: { ...known, [id]: value } };
  }
}
