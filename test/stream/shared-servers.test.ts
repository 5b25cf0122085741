import { beforeAll, expect, test } from "bun:test";
import { openServices } from "../../src/compose/open-services.ts";
import { configWith } from "../../src/config/load.ts";
import type { Tx } from "../../src/declare/tx.ts";
import { putOverride } from "../../src/domains/channels/store/text-channels.ts";
import { findServer, type Member, type Server } from "../../src/domains/members/index.ts";
import { updateServer } from "../../src/domains/members/store/servers.ts";
import { updateRole } from "../../src/domains/servers/store/servers.ts";
import { permission } from "../../src/permissions/bits.ts";
import { createStore } from "../../src/store/store.ts";
import type { Person } from "../support/accounts/people.ts";
import { newEmoji } from "../support/files/emojis.ts";
import { allowLoggedErrors } from "../support/log/test-log.ts";
import { sendMessage } from "../support/messages/sending.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { describeServer } from "../support/server/describe-server.ts";
import { type Community, joinCommunity, newCommunity, newMember } from "../support/servers/communities.ts";
import { addRole } from "../support/servers/roles.ts";
import { openReadyStream, openStream, type Packet } from "../support/stream/stream.ts";

const hidden = { allow: 0, deny: permission.ViewChannel };

/** The servers of these tests compare what members share with the database at every use; see `SharedServers`. */
describeServer("what the members of a server share", anyEngine, (server) => {
  let community: Community;
  let member: Person;
  let role: string;
  beforeAll(async () => {
    community = await newCommunity(server);
    member = await newMember(server, community);
    role = await addRole(server, community, { rank: 1, holders: [member] });
  });

  async function readyOf(person: Person, format: "json" | "msgpack" = "json"): Promise<Packet> {
    const { stream, ready } = await openReadyStream(server, person, { format });
    stream.close();
    return ready;
  }
  const revision = () =>
    server.running.store.read(async (db) => (await findServer(db, community.id))?.revision);
  const call = (method: "post" | "patch" | "put" | "delete", path: string, body: object = {}) =>
    server.client[method](path, body, community.owner);

  test("is in Ready for each of many servers in order, with the last messages and one's own roles", async () => {
    const person = await newMember(server, community);
    const joined = [{ ...community, last: undefined as string | undefined }];
    for (let count = 0; count < 20; count++) {
      const each = await newCommunity(server, community.owner);
      await joinCommunity(server, each, person);
      const last = await sendMessage(server, { by: community.owner, channel: each.channel });
      joined.push({ ...each, last });
    }
    const { id } = joined[20] as Community;
    const second = (await call("post", `/servers/${id}/channels`, { name: "Second" })).body._id;
    const roles = [await addRole(server, { id }, { rank: 2 }), await addRole(server, { id }, { rank: 1 })];
    await call("patch", `/servers/${id}/members/${person.id}`, { roles });
    const { servers, channels, members } = (await readyOf(person)) as unknown as {
      servers: Server[];
      channels: { _id: string; last_message_id?: string }[];
      members: Member[];
    };
    expect(servers.map(({ _id }) => _id)).toEqual(joined.map((each) => each.id));
    expect(channels.map(({ _id, last_message_id }) => [_id, last_message_id])).toEqual([
      ...joined.map(({ channel, last }) => [channel, last]),
      [second, undefined],
    ]);
    expect(members.map((each) => [each._id.server, each.roles])).toEqual(
      joined.map((each) => [each.id, each.id === id ? roles : undefined]),
    );
  });

  test("every change of it has a new revision and is in the next Ready", async () => {
    const of = `/servers/${community.id}`;
    const at = () => `/channels/${community.channel}`;
    let second = "";
    const changes: Record<string, () => Promise<unknown>> = {
      "server edited": () => call("patch", of, { name: "Other", description: "x" }),
      "default permissions": () => call("put", `${of}/permissions/default`, { permissions: 0 }),
      "channel created": async () => {
        second = (await call("post", `${of}/channels`, { name: "Second" })).body._id;
      },
      "channel edited": () => call("patch", at(), { name: "Renamed" }),
      "channel defaults": () =>
        call("put", `${at()}/permissions/default`, { permissions: { allow: 1, deny: 0 } }),
      "channel override": () =>
        call("put", `${at()}/permissions/${role}`, { permissions: { allow: 1, deny: 0 } }),
      "channel deleted": () => call("delete", `/channels/${second}`),
      "role created": () => call("post", `${of}/roles`, { name: "New", rank: 2 }),
      "role edited": () => call("patch", `${of}/roles/${role}`, { name: "Called", hoist: true }),
      "role permissions": () =>
        call("put", `${of}/permissions/${role}`, { permissions: { allow: 1, deny: 0 } }),
      "emoji created": () => newEmoji(server, community.owner, { community }),
      "role deleted": () => call("delete", `${of}/roles/${role}`),
    };
    const seen = new Set([await revision()]);
    let before = await readyOf(community.owner);
    for (const [name, change] of Object.entries(changes)) {
      await change();
      const after = await readyOf(community.owner);
      expect(seen.has(await revision()), name).toBe(false);
      seen.add(await revision());
      const shown = ({ servers, channels, emojis }: Packet) => ({ servers, channels, emojis });
      expect(Bun.deepEquals(shown(after), shown(before)), name).toBe(false);
      before = after;
    }
    role = await addRole(server, community, { rank: 1, holders: [member] });
  });

  test("the number of members and last messages are current without a new revision", async () => {
    const count = (await readyOf(community.owner)).servers[0].approximate_member_count;
    await newMember(server, community);
    const unchanged = await revision();
    const message = await sendMessage(
      server,
      { by: community.owner, channel: community.channel },
      { content: "?" },
    );
    const { servers, channels } = await readyOf(community.owner);
    expect(servers[0].approximate_member_count).toBe(count + 1);
    expect(channels.find((each: { _id: string }) => each._id === community.channel).last_message_id).toBe(
      message,
    );
    expect(await revision()).toBe(unchanged);
  });

  test("each member gets the channels that they can view, the same in both formats", async () => {
    const channel = (await call("post", `/servers/${community.id}/channels`, { name: "Some" })).body._id;
    await call("put", `/channels/${channel}/permissions/default`, { permissions: hidden });
    await call("put", `/channels/${channel}/permissions/${role}`, {
      permissions: { allow: permission.ViewChannel, deny: 0 },
    });
    const other = await newMember(server, community);
    for (const [person, sees] of [
      [member, true],
      [other, false],
      [community.owner, true],
      [member, true],
    ] as const) {
      const [json, msgpack] = [await readyOf(person), await readyOf(person, "msgpack")];
      expect(json.channels.some(({ _id }: { _id: string }) => _id === channel)).toBe(sees);
      for (const field of ["servers", "channels", "emojis"]) expect(msgpack[field]).toEqual(json[field]);
    }
  });

  test("a change by another process hides a channel from the next Ready", async () => {
    expect((await readyOf(member)).channels).not.toEqual([]);
    const config = configWith({ data_dir: server.home.dataDir, database_url: server.home.databaseUrl });
    await using opened = await openServices(config);
    const { database, services } = opened;
    const otherProcess = createStore({
      database,
      services,
      hooks: [],
      providers: [],
      onJobs: () => {},
      publish: "outbox",
    });
    const { channels } = await readyOf(member);
    await otherProcess.write(async (tx: Tx) => {
      await updateServer(tx, community.id, { default_permissions: 0 });
      for (const { _id } of channels) await putOverride(tx, { channel_id: _id, role_id: role, ...hidden });
    });
    expect((await readyOf(member)).channels).toEqual([]);
  });

  test("a change that keeps the revision fails here", async () => {
    allowLoggedErrors(/authentication of a connection failed/);
    // Every node must hold the server.
    for (const _ of server.nodes) await readyOf(member);
    await server.running.store.write((tx) => updateRole(tx, role, { name: "Unlocked" }));
    await using stream = await openStream(server, member);
    expect(await stream.next("Error")).toMatchObject({ error: "InternalError" });
  });
});
