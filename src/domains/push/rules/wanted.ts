/** Where something was said, and whether the reader is meant by it. */
export interface Saying {
  readonly channelId: string;
  readonly serverId: string | undefined;
  readonly mentioned: boolean;
}

type Table = Readonly<Record<string, unknown>>;

/**
 * Whether somebody wants to be told, by what clients keep in their settings under `notifications`: for servers and
 * channels `all`, `mention`, `none` or, as older clients write it, `muted`; and beside that what is muted, for ever or
 * until a time. A channel goes before its server, but what is muted is silent throughout.
 */
export function isWanted(setting: string | undefined, saying: Saying, now: number): boolean {
  const { channelId, serverId, mentioned } = saying;
  const settings = readTable(setting);
  const own = (name: string, id: string | undefined) =>
    id === undefined ? undefined : tableIn(settings, name)[id];
  if (isMuted(own("server_mutes", serverId), now) || isMuted(own("channel_mutes", channelId), now))
    return false;
  const usual = serverId === undefined ? "all" : "mention";
  const state = own("channel", channelId) ?? own("server", serverId) ?? usual;
  return state !== "muted" && state !== "none" && (state !== "mention" || mentioned);
}

function isMuted(entry: unknown, now: number): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  const until = "until" in entry ? entry.until : undefined;
  return typeof until !== "number" || until === 0 || until > now;
}

/** It is the client's text: it may hold anything. */
function readTable(text: string | undefined): Table {
  try {
    return asTable(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

function tableIn(table: Table, name: string): Table {
  return asTable(Object.hasOwn(table, name) ? table[name] : undefined);
}

/** Without a prototype, so that no id finds what nobody wrote. */
function asTable(value: unknown): Table {
  return Object.assign(Object.create(null), typeof value === "object" ? value : undefined) as Table;
}
