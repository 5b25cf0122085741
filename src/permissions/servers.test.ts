import { describe, expect, test } from "bun:test";
import { grantAllSafe, type Permission, permission, setOf } from "./bits.ts";
import {
  byAscendingRank,
  type ChannelOverrides,
  canViewChannel,
  channelPermissions,
  type MemberRestrictions,
  type MembershipContext,
  type PermissionOverride,
  serverPermissions,
} from "./servers.ts";
import { includes } from "./sets.ts";

const now = 1_700_000_000_000;

/** Names by a letter or two, to keep the tables readable. */
const short = {
  V: "ViewChannel",
  H: "ReadMessageHistory",
  S: "SendMessage",
  U: "UploadFiles",
  R: "React",
  Sp: "Speak",
  Vi: "Video",
  Li: "Listen",
  Co: "Connect",
  Au: "ViewAuditLogs",
} as const satisfies Record<string, Permission>;
type Short = keyof typeof short;

const set = (names: string) =>
  setOf(
    ...names
      .split(" ")
      .filter(Boolean)
      .map((name) => short[name as Short]),
  );
const named = (value: number) =>
  Object.entries(short)
    .filter(([, name]) => includes(value, permission[name]))
    .map(([name]) => name)
    .join(" ");
/** "V S / H" allows V and S, and denies H. */
const override = (text: string): PermissionOverride => {
  const [a = "", d = ""] = text.split("/");
  return { a: set(a), d: set(d) };
};

interface Case {
  readonly default?: string;
  /** By id, each with its rank and override. */
  readonly roles?: Record<string, readonly [rank: number, override: string]>;
  readonly member?: Partial<MemberRestrictions> | null;
  readonly owner?: boolean;
  readonly privileged?: boolean;
  readonly channel?: { readonly default?: string; readonly roles?: Record<string, string> };
  /** In the server; everything when it says so. */
  readonly server?: string;
  /** In the channel; as in the server if it says nothing. */
  readonly inChannel?: string;
}

const standingOf = ({
  default: all = "V H S",
  roles = {},
  member = {},
  ...who
}: Case): MembershipContext => ({
  privileged: who.privileged ?? false,
  owner: who.owner ?? false,
  member: member ? { timeoutUntil: null, canPublish: true, canReceive: true, ...member } : undefined,
  defaultPermissions: set(all),
  roles: byAscendingRank(
    Object.entries(roles).map(([id, [rank, text]]) => ({ id, rank, permissions: override(text) })),
  ),
});
const channelOf = ({ channel = {} }: Case): ChannelOverrides => ({
  default: channel.default === undefined ? undefined : override(channel.default),
  roles:
    channel.roles &&
    Object.fromEntries(Object.entries(channel.roles).map(([id, text]) => [id, override(text)])),
});

const calls = "V H Sp Vi Li Co";
const rules: Record<string, Case> = {
  "a member without roles has the default": { server: "V H S" },
  "a role adds what it allows": { roles: { a: [1, "U R"] }, server: "V H S U R" },
  "a role takes what it denies": { roles: { a: [1, "/ S"] }, server: "V H" },
  "within one role, deny wins": { roles: { a: [1, "U / U S"] }, server: "V H" },
  "a higher role gives back what a lower one took": {
    roles: { low: [2, "/ S"], high: [1, "S"] },
    server: "V H S",
  },
  "a higher role takes what a lower one gave": {
    roles: { low: [2, "U"], high: [1, "/ U"] },
    server: "V H S",
  },
  "the rank decides, not the order in which roles were given": {
    roles: { high: [1, "S"], low: [2, "/ S"] },
    server: "V H S",
  },
  "ranks are compared as numbers": { roles: { a: [10, "/ S"], b: [9, "S"] }, server: "V H S" },
  "of equal ranks, the older role has the last word": {
    roles: { b: [3, "/ S"], a: [3, "S"] },
    server: "V H S",
  },
  "of equal ranks, also when the older one denies": {
    roles: { b: [3, "S"], a: [3, "/ S"] },
    server: "V H",
  },
  "bits beyond 32 are given and taken like others": {
    default: "V H Li",
    roles: { a: [2, "Au Vi / Li"] },
    server: "V H Vi Au",
  },
  "no override in the channel leaves the server's value": { channel: {}, server: "V H S" },
  "the channel's default takes from everybody": {
    channel: { default: "/ S" },
    server: "V H S",
    inChannel: "V H",
  },
  "the channel's default beats every role of the server": {
    roles: { top: [0, "S U"] },
    channel: { default: "/ S U" },
    server: "V H S U",
    inChannel: "V H",
  },
  "a role's override gives back what the channel's default took": {
    roles: { a: [1, ""] },
    channel: { default: "/ S", roles: { a: "S" } },
    server: "V H S",
  },
  "overrides of roles come in the order of ranks": {
    roles: { high: [1, ""], low: [2, ""] },
    channel: { roles: { high: "/ S", low: "S" } },
    server: "V H S",
    inChannel: "V H",
  },
  "an override of a role that one does not have means nothing": {
    roles: { a: [1, ""] },
    channel: { roles: { other: "U / V" } },
    server: "V H S",
  },
  "layer upon layer, each has its say": {
    roles: { a: [1, "U R / H"] },
    channel: { default: "/ S", roles: { a: "/ R" } },
    server: "V S U R",
    inChannel: "V U",
  },
  "without ViewChannel nothing is left in a channel": {
    channel: { default: "U / V" },
    server: "V H S",
    inChannel: "",
  },
  "what the server hides a channel may show": {
    default: "S",
    channel: { default: "V" },
    server: "S",
    inChannel: "V S",
  },
  "the server's value is kept without ViewChannel, the channel's is not": {
    default: "S H",
    server: "H S",
    inChannel: "",
  },
  "a timeout to come leaves viewing alone": {
    default: calls,
    roles: { a: [1, "S Au"] },
    member: { timeoutUntil: now + 1 },
    server: "V H",
  },
  "no override gives back what a timeout took": {
    roles: { a: [1, ""] },
    member: { timeoutUntil: now + 1 },
    channel: { default: "S U", roles: { a: "R Sp" } },
    server: "V H",
  },
  "a timeout gives nothing": {
    default: "S",
    member: { timeoutUntil: now + 1 },
    server: "",
  },
  "a timeout leaves the history hidden that is hidden": {
    default: "V S",
    member: { timeoutUntil: now + 1 },
    server: "V",
  },
  "a timeout that ends now is over": { member: { timeoutUntil: now }, server: "V H S" },
  "a timeout of the past is over": { member: { timeoutUntil: now - 1 }, server: "V H S" },
  "who may not publish neither speaks nor shows": {
    default: calls,
    member: { canPublish: false },
    server: "V H Li Co",
  },
  "who may not receive does not listen": {
    default: calls,
    member: { canReceive: false },
    server: "V H Sp Vi Co",
  },
  "both at once": { default: calls, member: { canPublish: false, canReceive: false }, server: "V H Co" },
  "no role gives back a voice that was taken": {
    roles: { a: [0, "Sp Vi Li"] },
    member: { canPublish: false, canReceive: false },
    server: "V H S",
  },
  "no channel gives back a voice that was taken": {
    roles: { a: [0, ""] },
    member: { canPublish: false, canReceive: false },
    channel: { default: "Sp Vi Li", roles: { a: "Sp Vi Li" } },
    server: "V H S",
  },
  "who is not a member holds nothing": { member: null, channel: { default: "V S" }, server: "" },
  "the owner holds everything, whatever is denied": {
    default: "",
    roles: { a: [1, "/ V S"] },
    owner: true,
    channel: { default: "/ V", roles: { a: "/ V" } },
    server: "everything",
  },
  "neither timeout nor mute binds the owner": {
    owner: true,
    member: { timeoutUntil: now + 1, canPublish: false, canReceive: false },
    server: "everything",
  },
  "the privileged hold everything, member or not": {
    privileged: true,
    member: null,
    channel: { default: "/ V" },
    server: "everything",
  },
};

describe("permissions in a server", () => {
  test.each(Object.entries(rules))("%s", (_rule, what) => {
    const [standing, channel] = [standingOf(what), channelOf(what)];
    const { server = "", inChannel = server } = what;
    const found = [serverPermissions(standing, now), channelPermissions(standing, channel, now)];
    if (server === "everything") expect(found).toEqual([grantAllSafe, grantAllSafe]);
    else {
      expect(found.map(named)).toEqual([server, inChannel]);
      expect(found).toEqual([set(server), set(inChannel)]);
    }
    expect(canViewChannel(standing, channel)).toBe(includes(found[1] ?? 0, permission.ViewChannel));
  });
});
