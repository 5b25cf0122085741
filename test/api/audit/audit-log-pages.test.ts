import { beforeAll, expect, test } from "bun:test";
import { decodeTime, ulid } from "ulid";
import type { Reader } from "../../../src/declare/tx.ts";
import type { AuditAction, AuditEntry } from "../../../src/domains/audit/index.ts";
import type { AuditTables } from "../../../src/domains/audit/tables.ts";
import { fetchAuditLogRoute } from "../../../src/domains/servers/routes/fetch-audit-log.ts";
import { createAuthorize } from "../../../src/http/authorize.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { preferPostgres } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { days, hours } from "../../support/server/test-clock.ts";
import { type Community, newCommunity } from "../../support/servers/communities.ts";

const types = ["MemberKick", "BanCreate", "BanDelete"] as const;

describeServer("pages of the audit log", preferPostgres, (server) => {
  let community: Community;
  let people: Person[];
  let all: AuditEntry[];
  beforeAll(async () => {
    community = await newCommunity(server);
    people = await Promise.all([1, 2, 3].map(() => newUser(server)));
    await insertEntries(community, 240);
    all = await fetchAll("");
  });

  /** Inserts `count` entries with varied users, targets and types. */
  async function insertEntries({ id: server_id }: { id: string }, count: number): Promise<void> {
    const { ids } = server.running.services;
    const rows = Array.from({ length: count }, (_, n) => {
      const user = people[n % 3]?.id ?? "";
      return {
        id: ids.next(),
        server_id,
        user_id: people[Math.floor(n / 3) % 3]?.id ?? "",
        target_id: n % 5 === 0 ? null : user,
        reason: null,
        type: types[Math.floor(n / 7) % 3] ?? "MemberKick",
        details: JSON.stringify({ user }),
      };
    });
    await server.running.store.write((tx) =>
      tx.sql<AuditTables>().insertInto("audit_entries").values(rows).execute(),
    );
  }

  async function page(query: string, { id } = community): Promise<AuditEntry[]> {
    const { status, body } = await server.client.get(`/servers/${id}/audit_logs?${query}`, community.owner);
    expect(status).toBe(200);
    return body.audit_logs;
  }

  /** Fetches all pages, backwards in time. */
  async function fetchAll(query: string, limit = 100): Promise<AuditEntry[]> {
    const entries: AuditEntry[] = [];
    for (;;) {
      const before = entries.at(-1)?._id;
      const more = await page(`${query}&limit=${limit}${before === undefined ? "" : `&before=${before}`}`);
      entries.push(...more);
      if (more.length < limit) return entries;
    }
  }

  const idsOf = (entries: readonly AuditEntry[]) => entries.map(({ _id }) => _id);

  test("come newest first, fifty at a time by default", async () => {
    expect(all.length).toBe(240);
    expect(idsOf(all)).toEqual(idsOf(all).toSorted().toReversed());
    expect(await page("")).toEqual(all.slice(0, 50));
    expect(await page("limit=1")).toEqual(all.slice(0, 1));
    expect(await page("limit=100")).toEqual(all.slice(0, 100));
  });

  test("of any size together hold every entry once", async () => {
    for (const limit of [7, 60, 80, 99]) expect(idsOf(await fetchAll("", limit))).toEqual(idsOf(all));
  });

  test("can be filtered by user, target and type, also combined", async () => {
    const [one, other] = people;
    if (!one || !other) throw new Error("missing users");
    const kinds = (...types: AuditAction["type"][]) => types.map((type) => `type=${type}`).join("&");
    const cases: [query: string, matches: (entry: AuditEntry) => boolean][] = [
      [`user=${one.id}`, ({ user }) => user === one.id],
      [`target=${other.id}`, ({ target }) => target === other.id],
      [kinds("BanCreate"), ({ action }) => action.type === "BanCreate"],
      [kinds("BanCreate", "BanDelete", "BanCreate"), ({ action }) => action.type !== "MemberKick"],
      [
        `user=${one.id}&target=${other.id}&${kinds("MemberKick")}`,
        ({ user, target, action }) => user === one.id && target === other.id && action.type === "MemberKick",
      ],
      [kinds("RoleCreate"), () => false],
      [`user=${"x".repeat(26)}`, () => false],
    ];
    for (const [query, matches] of cases) {
      const expected = idsOf(all.filter(matches));
      expect(idsOf(await fetchAll(query, 20))).toEqual(expected);
    }
  });

  test("exclude the entries named by before and after", async () => {
    const at = (index: number) => all[index]?._id;
    expect(idsOf(await page(`before=${at(10)}&limit=5`))).toEqual(idsOf(all.slice(11, 16)));
    expect(idsOf(await page(`after=${at(10)}`))).toEqual(idsOf(all.slice(0, 10)));
    expect(idsOf(await page(`after=${at(200)}&limit=3`))).toEqual(idsOf(all.slice(0, 3)));
    expect(idsOf(await page(`before=${at(10)}&after=${at(20)}`))).toEqual(idsOf(all.slice(11, 20)));
    expect(await page(`before=${at(20)}&after=${at(10)}`)).toEqual([]);
    expect(await page(`before=${at(239)}`)).toEqual([]);
    expect(await page(`before=${"0".repeat(26)}`)).toEqual([]);
  });

  test("need the same number of queries whatever their size", async () => {
    const countQueries = async (limit: number) => {
      let queries = 0;
      const counted = (db: Reader): Reader => ({
        ...db,
        sql: () => {
          queries++;
          return db.sql();
        },
        all: (query, ...values) => {
          queries++;
          return db.all(query, ...values);
        },
        one: (query, ...values) => {
          queries++;
          return db.one(query, ...values);
        },
      });
      const call = {
        params: { target: community.id },
        query: { limit },
        caller: { userId: community.owner.id },
      };
      const reply = await server.running.store.read(async (reader) => {
        const db = counted(reader);
        const access = await createAuthorize(fetchAuditLogRoute)?.(db, call);
        return fetchAuditLogRoute.handle?.({ ...call, access, db } as never);
      });
      expect(reply).toMatchObject({ audit_logs: all.slice(0, limit) });
      return queries;
    };
    expect(await countQueries(1)).toBe(await countQueries(100));
  });

  const stored = () =>
    server.running.store.read(async (db) => {
      const rows = db.sql<AuditTables>().selectFrom("audit_entries").select("id").orderBy("id");
      return (await rows.execute()).map(({ id }) => id);
    });

  test("hold no entry past the retention period, even before it is deleted", async () => {
    // The hourly cleanup has run, so it does not delete the old entries below.
    await server.drain();
    const here = await newCommunity(server, community.owner);
    await insertEntries(here, 1);
    const [recent] = await page("", here);
    if (!recent) throw new Error("no entry");
    const { _id, user, server: server_id } = recent;
    const now = decodeTime(_id);
    const ids = [days(30) + hours(1), days(31), days(900)].map((age) => ulid(now - age));
    const rest = { server_id, user_id: user, target_id: null, reason: null, type: "ServerEdit" } as const;
    const details = JSON.stringify({ before: {}, after: {} });
    const rows = ids.map((id) => ({ id, ...rest, details }));
    await server.running.store.write((tx) =>
      tx.sql<AuditTables>().insertInto("audit_entries").values(rows).execute(),
    );
    for (const query of ["", `before=${"Z".repeat(26)}`, `after=${"0".repeat(26)}`, `user=${user}`])
      expect(await page(query, here)).toEqual([recent]);
    expect(await stored()).toEqual(expect.arrayContaining(ids));
  });

  test("lose entries past the retention period, more than one batch of them", async () => {
    const later = await newCommunity(server, community.owner);
    for (const _ of [1, 2, 3]) await insertEntries(later, 900);
    server.clock.advance(days(29));
    await server.drain();
    expect((await stored()).length).toBeGreaterThanOrEqual(240 + 2_700);
    expect((await fetchAll("")).length).toBe(240);
    await insertEntries(later, 10);

    server.clock.advance(days(1) + hours(1));
    await server.drain();
    expect(await fetchAll("")).toEqual([]);
    expect(await stored()).toEqual(idsOf(await page("limit=100", later)).toReversed());
    expect((await stored()).length).toBe(10);
  });
});
