import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { plainMember, serverDataOf } from "../../test/support/stream/visibility.ts";
import { permission } from "../permissions/bits.ts";
import { includes } from "../permissions/bitset.ts";
import { byAscendingRank, channelPermissions } from "../permissions/servers.ts";
import type {
  ChannelVisibilityData,
  MemberVisibilityData,
  ServerViewChange,
  ServerVisibilityData,
} from "../visibility/view-change.ts";
import { type MemberVisibility, ServerVisibility, viewersTopicOf } from "./server-visibility.ts";

const view = permission.ViewChannel;
const hidden = { a: 0, d: view };
const shown = { a: view, d: 0 };
const role = (id: string, rank: number, permissions = { a: 0, d: 0 }) => ({ id, rank, permissions });

function open(
  data: Partial<ServerVisibilityData>,
  memberData: Record<string, Partial<MemberVisibilityData>>,
): { server: ServerVisibility; members: Record<string, MemberVisibility> } {
  const server = new ServerVisibility(
    serverDataOf("place", { owner: "owner", defaultPermissions: view, ...data }),
  );
  const members = Object.entries(memberData).map(([id, roles]) => {
    const member = server.createMember(id, { ...plainMember, ...roles });
    server.members.set(id, member);
    return [id, member] as const;
  });
  return { server, members: Object.fromEntries(members) };
}

const visibleTo = (member: MemberVisibility | undefined) => [...(member?.visibleChannels ?? [])];

describe("the channels that members can view", () => {
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

  test("follow from the default, the roles and the overrides; the owner can view all", () => {
    const { members } = open({ channels, roles }, people);
    expect(visibleTo(members.owner)).toEqual(["open", "closed", "team"]);
    expect(visibleTo(members.plain)).toEqual(["open"]);
    expect(visibleTo(members.worker)).toEqual(["open", "team"]);
    expect(visibleTo(members.muted)).toEqual([]);
  });

  test("are computed once for members with the same roles", () => {
    const { members } = open({ channels, roles }, people);
    expect(members.plain?.visibleChannels === members.other?.visibleChannels).toBe(true);
  });

  test("are one set for members whose roles make no difference", () => {
    const { server, members } = open({ channels, roles: [...roles, role("fan", 2)] }, people);
    server.apply({ kind: "member changed", server: "place", user: "plain", roles: ["fan"] });
    expect(members.plain?.visibleChannels === members.other?.visibleChannels).toBe(true);
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
    [
      "a role that no member has",
      { kind: "role changed", server: "place", role: role("new", 2, hidden) },
      {},
    ],
    [
      "a deleted role",
      { kind: "role gone", server: "place", role: "team" },
      { worker: { gained: [], lost: ["team"] } },
    ],
    [
      "a role given",
      { kind: "member changed", server: "place", user: "plain", roles: ["team"] },
      { plain: { gained: ["team"], lost: [] } },
    ],
    [
      "roles taken away",
      { kind: "member changed", server: "place", user: "muted", roles: [] },
      { muted: { gained: ["open"], lost: [] } },
    ],
    ["a timeout", { kind: "member changed", server: "place", user: "plain", timeoutUntil: 9e15 }, {}],
    [
      "a member who is not connected",
      { kind: "member changed", server: "place", user: "away", roles: [] },
      {},
    ],
    [
      "a channel without its override",
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

  test.each(causes)("change for the members concerned: %s", (_, change, expected) => {
    const { server } = open({ channels, roles }, people);
    const reported = [...server.apply(change)].map(([{ userId }, { gained, lost }]) => [
      userId,
      { gained: gained.map(({ _id }) => _id), lost },
    ]);
    expect(Object.fromEntries(reported)).toEqual(expected);
  });

  test("change with the order of contradicting roles", () => {
    const disagreeing = [role("high", 0, hidden), role("low", 1, shown)];
    const { server, members } = open({ channels, roles: disagreeing }, { both: { roles: ["high", "low"] } });
    expect(visibleTo(members.both)).toEqual([]);
    server.apply({ kind: "roles ranked", server: "place", ranks: ["low", "high"] });
    expect(visibleTo(members.both)).toEqual(["open"]);
  });

  test("lose an override with its role, also in a channel that becomes visible later", () => {
    const { server } = open({ channels, roles }, people);
    server.apply({ kind: "role gone", server: "place", role: "team" });
    const opened = server.apply({ kind: "server changed", server: "place", owner: "worker" });
    const gained = [...opened].find(([{ userId }]) => userId === "worker")?.[1].gained;
    expect(gained).toEqual([
      { _id: "closed", default_permissions: hidden },
      { _id: "team", default_permissions: hidden },
    ]);
  });

  test("are gained with their last message", () => {
    const { server } = open({ channels, roles }, people);
    server.setLastMessage("closed", "01LAST");
    const changes = server.apply({ kind: "server changed", server: "place", owner: "plain" });
    const gained = [...changes.values()].flatMap((change) => change.gained);
    expect(gained.find(({ _id }) => _id === "closed")?.last_message_id).toBe("01LAST");
  });
});

describe("any sequence of changes in a server", () => {
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

  test("leaves every member with the channels that the permissions give, and reports each difference", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const { server, members } = open({}, { owner: {}, u1: {}, u2: {}, u3: {} });
        let expectedData: ServerVisibilityData = serverDataOf("place", {
          owner: "owner",
          defaultPermissions: view,
        });
        const known = new Map(Object.keys(members).map((id) => [id, new Set<string>()]));
        for (const each of changes) {
          expectedData = applyTo(expectedData, each);
          for (const [{ userId: id }, { gained, lost }] of server.apply(each)) {
            for (const lostId of lost) expect(known.get(id)?.delete(lostId)).toBe(true);
            for (const { _id } of gained) known.get(id)?.add(_id);
          }
          for (const [id, member] of Object.entries(members)) {
            const expected = new Set(
              expectedData.channels.filter((one) => canView(expectedData, member, one)).map(({ _id }) => _id),
            );
            expect(new Set(member.visibleChannels)).toEqual(expected);
            expect(known.get(id)).toEqual(expected);
            const reachedBy = (channel: string) =>
              [...server.viewersTopics(channel)].includes(viewersTopicOf(member.visibleChannels));
            expect(new Set(["c1", "c2", "c3", "c4"].filter(reachedBy))).toEqual(expected);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  function canView(
    server: ServerVisibilityData,
    { userId: id, data }: MemberVisibility,
    one: ChannelVisibilityData,
  ): boolean {
    const membership = {
      owner: server.owner === id,
      member: { timeoutUntil: null, canPublish: true, canReceive: true },
      defaultPermissions: server.defaultPermissions,
      roles: byAscendingRank(server.roles.filter((each) => data.roles.includes(each.id))),
    };
    const overrides = { default: one.default_permissions, roles: one.role_permissions };
    return includes(channelPermissions(membership, overrides, 0), view);
  }

  function applyTo(server: ServerVisibilityData, applied: ServerViewChange): ServerVisibilityData {
    switch (applied.kind) {
      case "server changed": {
        const { owner = server.owner, defaultPermissions = server.defaultPermissions } = applied;
        return { ...server, owner, defaultPermissions };
      }
      case "role changed":
        return {
          ...server,
          roles: [...server.roles.filter(({ id }) => id !== applied.role.id), applied.role],
        };
      case "role gone":
        return {
          ...server,
          roles: server.roles.filter(({ id }) => id !== applied.role),
          channels: server.channels.map(
            ({ role_permissions: { [applied.role]: _, ...others } = {}, ...one }) => ({
              ...one,
              role_permissions: others,
            }),
          ),
        };
      case "roles ranked":
        return {
          ...server,
          roles: server.roles.map((each) => {
            const rank = applied.ranks.indexOf(each.id);
            return rank < 0 ? each : { ...each, rank };
          }),
        };
      case "server channel changed":
        return {
          ...server,
          channels: [...server.channels.filter(({ _id }) => _id !== applied.channel._id), applied.channel],
        };
      default:
        return server;
    }
  }
});
