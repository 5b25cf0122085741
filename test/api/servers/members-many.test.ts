import { beforeAll, expect, test } from "bun:test";
import type { Kysely, KyselyPlugin } from "kysely";
import type { Reader } from "../../../src/declare/tx.ts";
import type { ServersTables } from "../../../src/domains/members/index.ts";
import { listMembers } from "../../../src/domains/servers/actions/view-members.ts";
import { findByName } from "../../../src/domains/servers/store/member-lists.ts";
import type { UsersTables } from "../../../src/domains/users/index.ts";
import { newUserRow } from "../../../src/domains/users/rules/new-user.ts";
import { mapMaybe } from "../../../src/platform/concurrency/maybe-promise.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";
import { addRole } from "../../support/servers/roles.ts";

/** More ids than one query can take as parameters. */
const memberCount = 2_500;
const batch = 500;

/** A reader that counts its queries and the turns of the event loop in which they run; only these users are connected. */
function observeReader(db: Reader, connected: readonly string[] = []) {
  const stats = { queries: 0, rows: 0, turns: new Set<number>() };
  let turn = 0;
  const countQuery = () => {
    stats.queries++;
    if (!stats.turns.has(turn)) setImmediate(() => turn++);
    stats.turns.add(turn);
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      countQuery();
      return node;
    },
    async transformResult({ result }) {
      stats.rows += result.rows.length;
      return result;
    },
  };
  const reader: Reader = {
    ...db,
    services: {
      ...db.services,
      presence: {
        isConnected: (id) => connected.includes(id),
        isListening: () => false,
        countConnected: () => connected.length,
      },
    },
    sql: <T>() => (db.sql<T>() as Kysely<T>).withPlugin(plugin),
    all: (query, ...values) => {
      countQuery();
      return mapMaybe(db.all(query, ...values), (rows) => {
        stats.rows += rows.length;
        return rows;
      });
    },
  };
  return { reader, stats };
}

describeServer("a server with many members,", anyEngine, (server) => {
  let community: Community;
  let role: string;
  /** Without the owner. */
  let ids: string[];

  beforeAll(async () => {
    community = await newCommunity(server);
    role = await addRole(server, community, { rank: 0 });
    const { services, store } = server.running;
    ids = Array.from({ length: memberCount }, () => services.ids.next());
    const batches = Array.from({ length: memberCount / batch }, (_, at) =>
      ids.slice(at * batch, (at + 1) * batch),
    );
    for (const batchIds of batches)
      await store.write(async (tx) => {
        const sql = tx.sql<ServersTables & UsersTables>();
        const common = { discriminator: "0001", policy_acknowledged_at: 0 };
        const users = batchIds.map((id) => newUserRow({ ...common, id, username: `Many ${id}` }));
        await sql.insertInto("users").values(users).execute();
        const membership = { server_id: community.id, joined_at: 0, can_publish: 1, can_receive: 1 };
        const unset = { nickname: null, pronouns: null, avatar: null, timeout_until: null };
        const members = batchIds.map((user_id) => ({ ...membership, ...unset, user_id }));
        await sql.insertInto("members").values(members).execute();
        const assignment = { server_id: community.id, role_id: role, position: 0 };
        await sql
          .insertInto("member_roles")
          .values(batchIds.map((user_id) => ({ ...assignment, user_id })))
          .execute();
      });
  });

  test("lists all members, in the order of their users", async () => {
    const { body } = await server.client.get(`/servers/${community.id}/members`, community.owner);
    type Listed = { _id: { user: string }; roles?: string[] };
    expect(body.users.map(({ _id }: { _id: string }) => _id)).toEqual([community.owner.id, ...ids]);
    expect(body.members.map(({ _id }: Listed) => _id.user)).toEqual([community.owner.id, ...ids]);
    expect(body.members.slice(1).every(({ roles }: Listed) => roles?.[0] === role)).toBe(true);
  });

  const list = (filter: { limit?: number; onlineOnly?: boolean }, connected?: readonly string[]) =>
    server.running.store.read(async (db) => {
      const observed = observeReader(db, connected);
      const found = await listMembers(
        { db: observed.reader, viewerId: community.owner.id },
        community.id,
        filter,
      );
      return { found: found.users.map(({ _id }) => _id), ...observed.stats };
    });

  test("takes as many queries for a thousand as for two", async () => {
    expect(await list({ limit: 2 })).toMatchObject({ queries: 5, rows: 7 });
    expect(await list({ limit: 1_000 })).toMatchObject({ queries: 5, rows: 3_999 });
    const all = await list({});
    expect(all).toMatchObject({ queries: 15, found: [community.owner.id, ...ids] });
    const byName = await server.running.store.read(async (db) => {
      const observed = observeReader(db);
      const matches = await findByName(observed.reader, community.id, { text: "Many", limit: 10 });
      return { matches: matches.length, queries: observed.stats.queries };
    });
    expect(byName).toEqual({ matches: 10, queries: 3 });
  });

  test("yields to the event loop after every thousand", async () => {
    expect((await list({})).turns.size).toBeGreaterThanOrEqual(3);
    expect((await list({ onlineOnly: true })).turns.size).toBeGreaterThanOrEqual(3);
  });

  test("reads only connected members, and no more pages than needed", async () => {
    const [hidden = "", early = "", late = ""] = [ids[3], ids[1_200], ids[2_400]];
    await server.running.store.write(async (tx) => {
      const users = tx.sql<UsersTables>().updateTable("users").set({ status_presence: "Invisible" });
      await users.where("id", "=", hidden).execute();
    });
    const connected = [late, hidden, early];
    // The member, the role and the user of two members, and two pages of ids.
    expect(await list({ onlineOnly: true, limit: 1 }, connected)).toMatchObject({
      found: [early],
      rows: 2_000 + 2 * 3,
    });
    expect((await list({ onlineOnly: true }, connected)).found).toEqual([early, late]);
    expect((await list({ onlineOnly: true }, ids)).found).toEqual(ids.filter((id) => id !== hidden));
    expect((await list({ onlineOnly: true, limit: 1_000 }, ids)).found).toEqual(
      ids.filter((id) => id !== hidden).slice(0, 1_000),
    );
    expect((await list({ onlineOnly: true })).found).toEqual([]);
  });

  test("is deleted with all of them", async () => {
    expect(outcome(await server.client.delete(`/servers/${community.id}`, {}, community.owner))).toBe("204");
    const remaining = await server.running.store.read((db) =>
      db.sql<ServersTables>().selectFrom("members").select("user_id").execute(),
    );
    expect(remaining).toEqual([]);
  });
});
