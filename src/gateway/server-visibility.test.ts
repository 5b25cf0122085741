import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { plainMember, sceneOf } from "../../test/support/visibility.ts";
import { permission } from "../permissions/bits.ts";
import { includes } from "../permissions/bitset.ts";
import { byAscendingRank, channelPermissions } from "../permissions/servers.ts";
import type {
  ChannelVisibilityData,
  MemberVisibilityData,
  ServerViewChange,
  ServerVisibilityData,
} from "../protocol/view-change.ts";
import { type MemberVisibility, ServerVisibility } from "./server-visibility.ts";

const view = permission.ViewChannel;
const hidden = { a: 0, d: view };
const shown = { a: view, d: 0 };
const role = (id: string, rank: number, permissions = { a: 0, d: 0 }) => ({ id, rank, permissions });

function open(
  scene: Partial<ServerVisibilityData>,
  members: Record<string, Partial<MemberVisibilityData>>,
): { scene: ServerVisibility; seats: Record<string, MemberVisibility> } {
  const here = new ServerVisibility(sceneOf("place", { owner: "owner", defaultPermissions: view, ...scene }));
  const seats = Object.entries(members).map(([id, member]) => {
    const seat = here.prepareMember(id, false, { ...plainMember, ...member });
    here.members.set(id, seat);
    return [id, seat] as const;
  });
  return { scene: here, seats: Object.fromEntries(seats) };
}

const seen = (seat: MemberVisibility | undefined) => [...(seat?.visibleChannels ?? [])];

describe("what members see of a server", () => {
  const channels: ChannelVisibilityData[] = [
    { _id: "open" },
    { _id: "closed", default_permissions: hidden },
    { _id: "team", default_permissions: hidden, role_permissions: { team: shown } },
  ];
  const roles = [role("team", 0), role("muted", 1, hidden)];
  const people = {
    owner: {},
    plain: {},
    other: {},
    worker: { roles: ["team"] },
    muted: { roles: ["muted"] },
  };

  test("follows from the default, their roles and the overrides; the owner sees all", () => {
    const { seats } = open({ channels, roles }, people);
    expect(seen(seats.owner)).toEqual(["open", "closed", "team"]);
    expect(seen(seats.plain)).toEqual(["open"]);
    expect(seen(seats.worker)).toEqual(["open", "team"]);
    expect(seen(seats.muted)).toEqual([]);
  });

  test("is worked out once for those with the same roles", () => {
    const { seats } = open({ channels, roles }, people);
    expect(seats.plain?.visibleChannels === seats.other?.visibleChannels).toBe(true);
  });

  const causes: [string, ServerViewChange, Record<string, { gained: string[]; lost: string[] }>][] = [
    [
      "another default",
      { kind: "server changed", server: "place", defaultPermissions: 0 },
      {
        plain: { gained: [], lost: ["open"] },
        other: { gained: [], lost: ["open"] },
        worker: { gained: [], lost: ["open"] },
      },
    ],
    [
      "another owner",
      { kind: "server changed", server: "place", owner: "plain" },
      {
        owner: { gained: [], lost: ["closed", "team"] },
        plain: { gained: ["closed", "team"], lost: [] },
      },
    ],
    [
      "a role that allows more",
      { kind: "role changed", server: "place", role: role("muted", 1, shown) },
      { muted: { gained: ["open"], lost: [] } },
    ],
    ["a role that nobody has", { kind: "role changed", server: "place", role: role("new", 2, hidden) }, {}],
    [
      "a role that goes",
      { kind: "role gone", server: "place", role: "team" },
      { worker: { gained: [], lost: ["team"] } },
    ],
    [
      "a role given",
      { kind: "member changed", server: "place", user: "plain", roles: ["team"] },
      { plain: { gained: ["team"], lost: [] } },
    ],
    [
      "roles taken",
      { kind: "member changed", server: "place", user: "muted", roles: [] },
      { muted: { gained: ["open"], lost: [] } },
    ],
    ["a timeout", { kind: "member changed", server: "place", user: "plain", timeoutUntil: 9e15 }, {}],
    [
      "somebody who is not connected",
      { kind: "member changed", server: "place", user: "away", roles: [] },
      {},
    ],
    [
      "a channel that opens",
      { kind: "server channel changed", server: "place", channel: { _id: "closed" } },
      {
        plain: { gained: ["closed"], lost: [] },
        other: { gained: ["closed"], lost: [] },
        worker: { gained: ["closed"], lost: [] },
      },
    ],
    [
      "a new channel",
      {
        kind: "server channel changed",
        server: "place",
        channel: { _id: "new", default_permissions: hidden },
      },
      { owner: { gained: ["new"], lost: [] } },
    ],
    [
      "a channel with another name",
      { kind: "server channel changed", server: "place", channel: { _id: "open", last_message_id: "01M" } },
      {},
    ],
  ];

  test.each(causes)("is changed by %s, for those whom it concerns alone", (_, change, expected) => {
    const { scene } = open({ channels, roles }, people);
    if (change.kind === "privilege") throw new Error("not about one server");
    const told = [...scene.apply(change)].map(([{ userId }, { gained, lost }]) => [
      userId,
      { gained: gained.map(({ _id }) => _id), lost },
    ]);
    expect(Object.fromEntries(told)).toEqual(expected);
  });

  test("is changed by the order of roles that disagree", () => {
    const disagreeing = [role("high", 0, hidden), role("low", 1, shown)];
    const { scene, seats } = open({ channels, roles: disagreeing }, { both: { roles: ["high", "low"] } });
    expect(seen(seats.both)).toEqual([]);
    scene.apply({ kind: "roles ranked", server: "place", ranks: ["low", "high"] });
    expect(seen(seats.both)).toEqual(["open"]);
  });

  test("loses an override with its role, also for the channel that is told later", () => {
    const { scene } = open({ channels, roles }, people);
    scene.apply({ kind: "role gone", server: "place", role: "team" });
    const opened = scene.apply({ kind: "server changed", server: "place", owner: "worker" });
    const told = [...opened].find(([{ userId }]) => userId === "worker")?.[1].gained;
    expect(told).toEqual([
      { _id: "closed", default_permissions: hidden },
      { _id: "team", default_permissions: hidden },
    ]);
  });

  test("is told with the last message of the channel", () => {
    const { scene } = open({ channels, roles }, people);
    scene.setLastMessage("closed", "01LAST");
    const shifts = scene.apply({ kind: "server changed", server: "place", owner: "plain" });
    const gained = [...shifts.values()].flatMap((shift) => shift.gained);
    expect(gained.find(({ _id }) => _id === "closed")?.last_message_id).toBe("01LAST");
  });

  test("is everything for the privileged, as long as they are", () => {
    const { scene, seats } = open({ channels, roles }, people);
    if (!seats.plain) throw new Error("nobody there");
    const [up] = scene.setPrivileged(seats.plain, true).values();
    expect(up?.gained.map(({ _id }) => _id)).toEqual(["closed", "team"]);
    const [down] = scene.setPrivileged(seats.plain, false).values();
    expect(down?.lost).toEqual(["closed", "team"]);
  });
});

describe("whatever happens in a server", () => {
  const override = fc.constantFrom(hidden, shown, { a: 0, d: 0 });
  const roleId = fc.constantFrom("r1", "r2", "r3");
  const channelId = fc.constantFrom("c1", "c2", "c3", "c4");
  const userId = fc.constantFrom("owner", "u1", "u2", "u3");
  const channel: fc.Arbitrary<ChannelVisibilityData> = fc.record(
    { _id: channelId, default_permissions: override, role_permissions: fc.dictionary(roleId, override) },
    { requiredKeys: ["_id"] },
  );
  const anyRole = fc.record({ id: roleId, rank: fc.nat(3), permissions: override });
  const server = fc.constant("place");
  const kind = <K extends ServerViewChange["kind"]>(name: K) => fc.constant(name);
  const change = fc.oneof(
    fc.record({ kind: kind("server changed"), server, defaultPermissions: fc.constantFrom(0, view) }),
    fc.record({ kind: kind("server changed"), server, owner: userId }),
    fc.record({ kind: kind("role changed"), server, role: anyRole }),
    fc.record({ kind: kind("role gone"), server, role: roleId }),
    fc.record({ kind: kind("roles ranked"), server, ranks: fc.uniqueArray(roleId) }),
    fc.record({ kind: kind("member changed"), server, user: userId, roles: fc.uniqueArray(roleId) }),
    fc.record({ kind: kind("server channel changed"), server, channel }),
  );

  test("everybody sees what the calculator says, and was told of each difference", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const { scene, seats } = open({}, { owner: {}, u1: {}, u2: {}, u3: {} });
        let world: ServerVisibilityData = sceneOf("place", { owner: "owner", defaultPermissions: view });
        const known = new Map(Object.keys(seats).map((id) => [id, new Set<string>()]));
        for (const each of changes) {
          world = happen(world, each);
          for (const [{ userId: id }, { gained, lost }] of scene.apply(each)) {
            for (const gone of lost) expect(known.get(id)?.delete(gone)).toBe(true);
            for (const { _id } of gained) known.get(id)?.add(_id);
          }
          for (const [id, seat] of Object.entries(seats)) {
            const expected = new Set(
              world.channels.filter((one) => mayView(world, seat, one)).map(({ _id }) => _id),
            );
            expect(new Set(seat.visibleChannels)).toEqual(expected);
            expect(known.get(id)).toEqual(expected);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  function mayView(
    world: ServerVisibilityData,
    { userId: id, member }: MemberVisibility,
    one: ChannelVisibilityData,
  ): boolean {
    const standing = {
      privileged: false,
      owner: world.owner === id,
      member: { timeoutUntil: null, canPublish: true, canReceive: true },
      defaultPermissions: world.defaultPermissions,
      roles: byAscendingRank(world.roles.filter((each) => member.roles.includes(each.id))),
    };
    const overrides = { default: one.default_permissions, roles: one.role_permissions };
    return includes(channelPermissions(standing, overrides, 0), view);
  }

  function happen(world: ServerVisibilityData, what: ServerViewChange): ServerVisibilityData {
    switch (what.kind) {
      case "server changed": {
        const { owner = world.owner, defaultPermissions = world.defaultPermissions } = what;
        return { ...world, owner, defaultPermissions };
      }
      case "role changed":
        return { ...world, roles: [...world.roles.filter(({ id }) => id !== what.role.id), what.role] };
      case "role gone":
        return {
          ...world,
          roles: world.roles.filter(({ id }) => id !== what.role),
          channels: world.channels.map(
            ({ role_permissions: { [what.role]: _, ...others } = {}, ...one }) => ({
              ...one,
              role_permissions: others,
            }),
          ),
        };
      case "roles ranked":
        return {
          ...world,
          roles: world.roles.map((each) => {
            const rank = what.ranks.indexOf(each.id);
            return rank < 0 ? each : { ...each, rank };
          }),
        };
      case "server channel changed":
        return {
          ...world,
          channels: [...world.channels.filter(({ _id }) => _id !== what.channel._id), what.channel],
        };
      default:
        return world;
    }
  }
});
