import { newServerDefault } from "../src/permissions/defaults.ts";
import {
  byAscendingRank,
  type ChannelOverrides,
  canViewChannel,
  channelPermissions,
  type MembershipContext,
  type PermissionOverride,
  type RankedRole,
  serverPermissions,
} from "../src/permissions/servers.ts";
import { median, printTable } from "./table.ts";

const rounds = 9;
const members = 1_000;
const rolesOfServer = 20;
const channelsOfServer = 50;
const rolesEach = 5;
const passes = 300;
const now = 1_000_000;

interface Case {
  readonly membership: MembershipContext;
  readonly channel: ChannelOverrides;
}

/** Measures permission values per second against a bare loop over the same objects, in alternation, so that noise hits all alike. */
export async function benchPermissions(): Promise<void> {
  const cases = Array.from({ length: members }, (_, index) => makeCase(index));
  const contestants: { readonly what: string; readonly work: (one: Case) => number }[] = [
    { what: "control: one 32-bit AND", work: ({ membership }) => membership.defaultPermissions & 0xfffff },
    { what: "server", work: ({ membership }) => serverPermissions(membership, now) },
    { what: "channel", work: ({ membership, channel }) => channelPermissions(membership, channel, now) },
    {
      what: "may see a channel",
      work: ({ membership, channel }) => Number(canViewChannel(membership, channel)),
    },
  ];
  const rates = contestants.map(() => [] as number[]);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { work }] of contestants.entries()) {
      const rate = run(cases, work);
      // The first round is a warm-up.
      if (round > 0) rates[index]?.push(rate);
    }
  }
  const control = median(rates[0] ?? []);
  printTable(
    `Permissions, ${members} members with ${rolesEach} roles and as many overrides, median of ${rounds} rounds`,
    contestants.map(({ what }, index) => {
      const rate = median(rates[index] ?? []);
      return {
        what,
        "million/s": (rate / 1e6).toFixed(1),
        "ns each": (1e9 / rate).toFixed(1),
        "of control": (rate / control).toFixed(3),
      };
    }),
  );
}

let sink = 0;

function run(cases: readonly Case[], work: (one: Case) => number): number {
  const before = performance.now();
  let sum = 0;
  for (let pass = 0; pass < passes; pass++) for (const one of cases) sum += work(one);
  const seconds = (performance.now() - before) / 1_000;
  // The sum must be used, or the compiler may remove the loop.
  sink += sum;
  if (Number.isNaN(sink)) throw new Error("a permission value is not a number");
  return (cases.length * passes) / seconds;
}

const override = (seed: number): PermissionOverride => ({
  a: 2 ** ((seed * 7) % 41),
  d: 2 ** ((seed * 5 + 3) % 41),
});

const roles = Array.from(
  { length: rolesOfServer },
  (_, rank): RankedRole => ({ id: `role${rank}`, rank, permissions: override(rank) }),
);

const channels = Array.from(
  { length: channelsOfServer },
  (_, seed): ChannelOverrides => ({
    default: override(seed),
    roles: Object.fromEntries(roles.map(({ id, rank }) => [id, override(rank + seed)])),
  }),
);

function makeCase(seed: number): Case {
  const own = Array.from({ length: rolesEach }, (_, index) => roles[(seed + index * 3) % roles.length]);
  return {
    membership: {
      owner: false,
      member: { timeoutUntil: null, canPublish: true, canReceive: true },
      defaultPermissions: newServerDefault,
      roles: byAscendingRank(own.filter((role) => role !== undefined)),
    },
    channel: channels[seed % channels.length] ?? {},
  };
}
