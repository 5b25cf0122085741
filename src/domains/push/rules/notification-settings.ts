import { parseJson } from "../../../input/parse-json.ts";

/** Where a message is, and whether it mentions the user. */
interface NotificationOccasion {
  readonly channelId: string;
  readonly serverId: string | undefined;
  readonly mentioned: boolean;
}

type Table = Readonly<Record<string, unknown>>;

/**
 * Whether a user wants a notification, by the setting `notifications` that clients store: for servers and channels
 * `all`, `mention`, `none` or, as older clients write it, `muted`; and also mutes, for ever or until a time.
 * The setting of a channel overrides that of its server, but a mute of either silences the channel.
 */
export function isWanted(setting: string | undefined, occasion: NotificationOccasion, now: number): boolean {
  const { channelId, serverId, mentioned } = occasion;
  const settings = readTable(setting);
  const own = (name: string, id: string | undefined) =>
    id === undefined ? undefined : tableIn(settings, name)[id];
  if (isMuted(own("server_mutes", serverId), now) || isMuted(own("channel_mutes", channelId), now))
    return false;
  const byDefault = serverId === undefined ? "all" : "mention";
  const state = own("channel", channelId) ?? own("server", serverId) ?? byDefault;
  return state !== "muted" && state !== "none" && (state !== "mention" || mentioned);
}

function isMuted(entry: unknown, now: number): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  const until = "until" in entry ? entry.until : undefined;
  return typeof until !== "number" || until === 0 || until > now;
}

/** Clients may store any text. */
function readTable(text: string | undefined): Table {
  try {
    return asTable(parseJson(text ?? "{}"));
  } catch {
    return {};
  }
}

function tableIn(table: Table, name: string): Table {
  return asTable(Object.hasOwn(table, name) ? table[name] : undefined);
}

/** Without a prototype, so that an id like `constructor` finds nothing. */
function asTable(value: unknown): Table {
  return Object.assign(Object.create(null), typeof value === "object" ? value : undefined) as Table;
}
