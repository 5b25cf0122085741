import { describe, expect, test } from "bun:test";
import { bitsetOf, grantAllSafe, type Permission, permission } from "./bits.ts";
import { includes } from "./bitset.ts";
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

const now = 1_700_000_000_000;

/** One or two letters for each name, to keep the tables readable. */
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
  bitsetOf(
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
  readonly channel?: { readonly default?: string; readonly roles?: Record<string, string> };
  /** The expected permissions in the server, or "everything". */
  readonly server?: string;
  /** The expected permissions in the channel; by default those in the server. */
  readonly inChannel?: string;
}

const contextOf = ({ default: all = "V H S", roles = {}, member = {}, ...who }: Case): MembershipContext => ({
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
  "a role adds the bits it allows": { roles: { a: [1, "U R"] }, server: "V H S U R" },
  "a role removes the bits it denies": { roles: { a: [1, "/ S"] }, server: "V H" },
  "within one role, deny wins": { roles: { a: [1, "U / U S"] }, server: "V H" },
  "a higher role restores what a lower one removed": {
    roles: { low: [2, "/ S"], high: [1, "S"] },
    server: "V H S",
  },
  "a higher role removes what a lower one added": {
    roles: { low: [2, "U"], high: [1, "/ U"] },
    server: "V H S",
  },
  "the rank decides, not the order of assignment": {
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
  "the channel's default override applies to all members": {
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
  "an override of a role that the member lacks has no effect": {
    roles: { a: [1, ""] },
    channel: { roles: { other: "U / V" } },
    server: "V H S",
  },
  "all layers apply in turn": {
    roles: { a: [1, "U R / H"] },
    channel: { default: "/ S", roles: { a: "/ R" } },
    server: "V S U R",
    inChannel: "V U",
  },
  "without ViewChannel no permission is left in a channel": {
    channel: { default: "U / V" },
    server: "V H S",
    inChannel: "",
  },
  "a channel may allow ViewChannel where the server does not": {
    default: "S",
    channel: { default: "V" },
    server: "S",
    inChannel: "V S",
  },
  "without ViewChannel the value in the server stays, the value in the channel does not": {
    default: "S H",
    server: "H S",
    inChannel: "",
  },
  "a timeout in force leaves only viewing": {
    default: calls,
    roles: { a: [1, "S Au"] },
    member: { timeoutUntil: now + 1 },
    server: "V H",
  },
  "no override restores what a timeout removes": {
    roles: { a: [1, ""] },
    member: { timeoutUntil: now + 1 },
    channel: { default: "S U", roles: { a: "R Sp" } },
    server: "V H",
  },
  "a timeout adds nothing": {
    default: "S",
    member: { timeoutUntil: now + 1 },
    server: "",
  },
  "a timeout does not add ReadMessageHistory": {
    default: "V S",
    member: { timeoutUntil: now + 1 },
    server: "V",
  },
  "a timeout that ends now has no effect": { member: { timeoutUntil: now }, server: "V H S" },
  "a past timeout has no effect": { member: { timeoutUntil: now - 1 }, server: "V H S" },
  "a muted member has neither Speak nor Video": {
    default: calls,
    member: { canPublish: false },
    server: "V H Li Co",
  },
  "a deafened member has no Listen": {
    default: calls,
    member: { canReceive: false },
    server: "V H Sp Vi Co",
  },
  "a member may be both muted and deafened": {
    default: calls,
    member: { canPublish: false, canReceive: false },
    server: "V H Co",
  },
  "no role restores what a mute removes": {
    roles: { a: [0, "Sp Vi Li"] },
    member: { canPublish: false, canReceive: false },
    server: "V H S",
  },
  "no channel restores what a mute removes": {
    roles: { a: [0, ""] },
    member: { canPublish: false, canReceive: false },
    channel: { default: "Sp Vi Li", roles: { a: "Sp Vi Li" } },
    server: "V H S",
  },
  "a non-member holds nothing": { member: null, channel: { default: "V S" }, server: "" },
  "the owner holds everything, whatever is denied": {
    default: "",
    roles: { a: [1, "/ V S"] },
    owner: true,
    channel: { default: "/ V", roles: { a: "/ V" } },
    server: "everything",
  },
  "timeouts and mutes do not affect the owner": {
    owner: true,
    member: { timeoutUntil: now + 1, canPublish: false, canReceive: false },
    server: "everything",
  },
};

describe("permissions in a server", () => {
  test.each(Object.entries(rules))("%s", (_rule, example) => {
    const [context, channel] = [contextOf(example), channelOf(example)];
    const { server = "", inChannel = server } = example;
    const actual = [serverPermissions(context, now), channelPermissions(context, channel, now)];
    if (server === "everything") expect(actual).toEqual([grantAllSafe, grantAllSafe]);
    else {
      expect(actual.map(named)).toEqual([server, inChannel]);
      expect(actual).toEqual([set(server), set(inChannel)]);
    }
    expect(canViewChannel(context, channel)).toBe(includes(actual[1] ?? 0, permission.ViewChannel));
  });
});
