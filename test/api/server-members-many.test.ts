import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { KyselyPlugin } from "kysely";
import type { Reader } from "../../src/declare/tx.ts";
import { seeMembers } from "../../src/domains/servers/actions/see-members.ts";
import type { ServersTables } from "../../src/domains/servers/index.ts";
import { findByName, listSeats } from "../../src/domains/servers/store/member-lists.ts";
import type { UsersTables } from "../../src/domains/users/index.ts";
import { newUserRow } from "../../src/domains/users/rules/new-user.ts";
import { type Community, newCommunity } from "../support/communities.ts";
import { engines } from "../support/engines.ts";
import { outcome } from "../support/expect-failure.ts";
import { addRole } from "../support/roles-held.ts";
import { openServer, type TestServer } from "../support/server.ts";

/** More than go into one query as values. */
const crowd = 2_500;
const batch = 500;

/** A reader that counts what it asks. */
function counting(db: Reader): { reader: Reader; asked: () => number } {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const reader: Reader = {
    ...db,
    sql: <T>() => db.sql<T>().withPlugin(plugin),
    all: (query, ...values) => {
      count++;
      return db.all(query, ...values);
    },
  };
  return { reader, asked: () => count };
}

for (const engine of engines) {
  describe(`a server with many members, on ${engine}`, () => {
    let server: TestServer;
    let place: Community;
    let role: string;
    /** Without the owner. */
    let ids: string[];

    beforeAll(async () => {
      server = await openServer(engine);
      place = await newCommunity(server);
      role = await addRole(server, place, { rank: 0 });
      const { services, store } = server.running;
      ids = Array.from({ length: crowd }, () => services.ids.next());
      const batches = Array.from({ length: crowd / batch }, (_, at) =>
        ids.slice(at * batch, (at + 1) * batch),
      );
      for (const some of batches)
        await store.write(async (tx) => {
          const sql = tx.sql<ServersTables & UsersTables>();
          const common = { discriminator: "0001", policy_acknowledged_at: 0 };
          const users = some.map((id) => newUserRow({ ...common, id, username: `Many ${id}` }));
          await sql.insertInto("users").values(users).execute();
          const seat = { server_id: place.id, joined_at: 0, can_publish: 1, can_receive: 1 };
          const unset = { nickname: null, pronouns: null, avatar: null, timeout_until: null };
          const members = some.map((user_id) => ({ ...seat, ...unset, user_id }));
          await sql.insertInto("members").values(members).execute();
          const held = { server_id: place.id, role_id: role, position: 0 };
          await sql
            .insertInto("member_roles")
            .values(some.map((user_id) => ({ ...held, user_id })))
            .execute();
        });
    });
    afterAll(() => server[Symbol.asyncDispose]());

    test("gives them all, side by side with their users", async () => {
      const { body } = await server.client.get(`/servers/${place.id}/members`, place.owner);
      type Listed = { _id: { user: string }; roles?: string[] };
      expect(body.users.map(({ _id }: { _id: string }) => _id)).toEqual([place.owner.id, ...ids]);
      expect(body.members.map(({ _id }: Listed) => _id.user)).toEqual([place.owner.id, ...ids]);
      expect(body.members.slice(1).every(({ roles }: Listed) => roles?.[0] === role)).toBe(true);
    });

    test("asks the database as often for many as for few", async () => {
      const costs = await server.running.store.read(async (db) => {
        const cost = async (limit?: number) => {
          const { reader, asked } = counting(db);
          const seats = await listSeats(reader, place.id, { limit });
          await seeMembers(reader, place.owner.id, seats);
          return { seats: seats.length, asked: asked() };
        };
        return [await cost(2), await cost()];
      });
      expect(costs).toEqual([
        { seats: 2, asked: 4 },
        { seats: crowd + 1, asked: 4 },
      ]);
      const named = await server.running.store.read(async (db) => {
        const { reader, asked } = counting(db);
        const seats = await findByName(reader, place.id, { text: "Many", limit: 10 });
        return { seats: seats.length, asked: asked() };
      });
      expect(named).toEqual({ seats: 10, asked: 3 });
    });

    test("is deleted with all of them", async () => {
      expect(outcome(await server.client.delete(`/servers/${place.id}`, {}, place.owner))).toBe("204");
      const left = await server.running.store.read((db) =>
        db.sql<ServersTables>().selectFrom("members").select("user_id").execute(),
      );
      expect(left).toEqual([]);
    });
  });
}
