// biome-ignore lint/suspicious/noExplicitAny: events of every kind, as the server sends them
type Thing = Record<string, any>;

/** Not events of commits, or shown to everyone in another way. */
const unchecked = new Set([
  "Authenticated",
  "Pong",
  "Ready",
  "UserUpdate",
  "UserRelationship",
  "UserSlowmodes",
]);

/**
 * One text for an event, whether it comes from the log or from the stream; undefined for those that are not compared.
 * The author in a message is left out: each receiver sees their own relation to them.
 */
export function keyOf(type: string, payload: Thing): string | undefined {
  if (unchecked.has(type)) return undefined;
  if (type === "Message") {
    const { channel, _id, nonce = "", content = "" } = payload;
    return `Message ${channel} ${_id} ${nonce} ${content}`;
  }
  if (type === "ChannelCreate") return createdKey(payload);
  return `${type} ${stableJson(payload)}`;
}

/** A channel that came into view, with what depends on the moment. */
export function createdKey(channel: Thing): string {
  return `ChannelCreate ${describeChannel(channel)}`;
}

export const deletedKey = (id: string) => `ChannelDelete ${stableJson({ id })}`;

/** The events of one packet. Channels that appear or disappear together do so in any order. */
export function keysOfPacket(packet: Thing): string[] {
  const events: Thing[] = packet.type === "Bulk" ? packet.v : [packet];
  const keys = events.flatMap(({ type, ...payload }) => keyOf(type, payload) ?? []);
  return sortRuns(keys);
}

/** Sorts each run of adjacent ChannelDelete or ChannelCreate events. */
export function sortRuns(keys: readonly string[]): string[] {
  const sorted: string[] = [];
  const run: string[] = [];
  const typeOf = (key: string | undefined) => key?.match(/^Channel(Create|Delete) /)?.[0];
  for (const key of keys) {
    if (typeOf(run[0]) !== typeOf(key) || !typeOf(key)) sorted.push(...run.splice(0).sort());
    run.push(key);
  }
  return [...sorted, ...run.sort()];
}

/** What a user knows: their servers, the channels in view and their own roles, as one text. */
export function describeState(state: {
  readonly servers: readonly Thing[];
  readonly channels: readonly Thing[];
  readonly ownRoles: readonly { readonly server: string; readonly roles: readonly string[] }[];
}): string {
  const lines = [
    ...state.servers.map(
      ({ id, owner, defaultPermissions, roles }) =>
        `server ${id} ${owner} ${defaultPermissions} ${roles.map(describeRole).sort().join(" ")}`,
    ),
    ...state.channels.map((channel) => `channel ${describeChannel(channel)}`),
    ...state.ownRoles.map(({ server, roles }) => `roles ${server} ${[...roles].sort().join(" ")}`),
  ];
  return lines.sort().join("\n");
}

/** The same from a Ready. Channels outside servers are left out. */
export function describeReady({ servers, channels, members }: Thing, user: string): string {
  return describeState({
    servers: servers.map(({ _id, owner, default_permissions, roles = {} }: Thing) => ({
      id: _id,
      owner,
      defaultPermissions: default_permissions,
      roles: Object.entries<Thing>(roles).map(([id, { rank = 0, permissions }]) => ({
        id,
        rank,
        permissions,
      })),
    })),
    channels: channels.filter(({ server }: Thing) => server !== undefined),
    ownRoles: members
      .filter(({ _id }: Thing) => _id.user === user)
      .map(({ _id, roles = [] }: Thing) => ({ server: _id.server, roles })),
  });
}

const describeRole = ({ id, rank, permissions: { a, d } }: Thing) => `${id}:${rank}:${a}:${d}`;

/** A long history describes the same channel very often. */
const described = new WeakMap<Thing, string>();

function describeChannel(channel: Thing): string {
  const known = described.get(channel);
  if (known !== undefined) return known;
  const { _id, last_message_id = "", default_permissions = {}, role_permissions = {} } = channel;
  const text = `${_id} ${last_message_id} ${stableJson(default_permissions)} ${stableJson(role_permissions)}`;
  described.set(channel, text);
  return text;
}

/** JSON with sorted keys. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
