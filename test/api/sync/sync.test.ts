import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { randomInt } from "node:crypto";
import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import type { SyncTables } from "../../../src/domains/sync/tables.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newAccount, newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

/** A name of the maximum length, of random characters that no database can compress. */
const longName = Array.from({ length: 512 }, () => String.fromCodePoint(0x20_000 + randomInt(40_000))).join(
  "",
);

for (const engine of anyEngine) {
  describe(`settings on ${engine}`, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openServer(engine);
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const save = ({ token }: Person, body: unknown, query = "") =>
      server.client.post(`/sync/settings/set${query}`, body, { token });
    const fetchKeys = async ({ token }: Person, keys: readonly string[]) => {
      const { status, body } = await server.client.post("/sync/settings/fetch", { keys }, { token });
      expect(status).toBe(200);
      return body;
    };

    test("can be read once they are written, by their owner only", async () => {
      const [person, other] = [await newUser(server), await newUser(server)];
      expect(await fetchKeys(person, [])).toEqual({});
      const { status, body } = await save(person, { theme: "dark", order: "[1,2]" }, "?timestamp=1000");
      expect({ status, body }).toEqual({ status: 204, body: undefined });

      expect(await fetchKeys(person, ["theme"])).toEqual({ theme: [1000, "dark"] });
      expect(await fetchKeys(person, ["order", "unknown", "order"])).toEqual({ order: [1000, "[1,2]"] });
      expect(await fetchKeys(person, ["unknown"])).toEqual({});
      expect(await fetchKeys(person, [])).toEqual({ theme: [1000, "dark"], order: [1000, "[1,2]"] });
      expect(await fetchKeys(other, [])).toEqual({});
    });

    test("are replaced one by one, also by older values", async () => {
      const person = await newUser(server);
      await save(person, { theme: "dark", order: "a" }, "?timestamp=2000");
      await save(person, { theme: "light", more: "" }, "?timestamp=1000");
      expect(await fetchKeys(person, [])).toEqual({
        theme: [1000, "light"],
        order: [2000, "a"],
        more: [1000, ""],
      });
    });

    test("are sent to every connection of their owner, and to no other user", async () => {
      const [person, other] = [await newUser(server), await newUser(server)];
      await using own = await recordEvents(server, [topic.private(person.id)]);
      await using allEvents = await recordEvents(server, "all");
      await using others = await recordEvents(server, [topic.private(other.id), topic.user(person.id)]);
      await save(person, { theme: "dark", order: "a" }, "?timestamp=1000");
      const update = { theme: [1000, "dark"], order: [1000, "a"] };
      const expected = [{ name: "UserSettingsUpdate", payload: { id: person.id, update } }];
      expect(own.received).toEqual(expected);
      expect(allEvents.received).toEqual(expected);
      expect(others.received).toEqual([]);
    });

    test("have the given timestamp, but never one in the future", async () => {
      const person = await newUser(server);
      await save(person, { given: "x" }, "?timestamp=0");
      const before = server.clock.now();
      await save(person, { absent: "x" });
      await save(person, { future: "x" }, `?timestamp=${before + 1_000_000}`);
      const after = server.clock.now();
      const { given, absent, future } = await fetchKeys(person, []);
      expect(given).toEqual([0, "x"]);
      for (const [time] of [absent, future]) {
        expect(time).toBeGreaterThanOrEqual(before);
        expect(time).toBeLessThanOrEqual(after);
      }
    });

    test("that are empty change nothing and send no event", async () => {
      const person = await newUser(server);
      await using allEvents = await recordEvents(server, "all");
      expect((await save(person, {}, "?timestamp=1000")).status).toBe(204);
      expect(await fetchKeys(person, [])).toEqual({});
      expect(allEvents.received).toEqual([]);
    });

    test("of another shape are refused as a whole", async () => {
      const person = await newUser(server);
      await using allEvents = await recordEvents(server, "all");
      const bodies = [
        ...[1, true, null, {}, [], ["x"]].map((wrong) => ({ good: "x", wrong })),
        { good: "x", "line\nbreak": 1 },
        { good: "x", "\u2028": { deep: "x" } },
        { good: "x", "a\0b": "x" },
        { good: "x", key: "a\0b" },
        { good: "x", [`${longName}x`]: "x" },
        { good: "x", "\ud800": "x" },
        '{"good":"x","__proto__":{"a":"b"}}',
        [],
        [{ good: "x" }],
        "null",
        '"text"',
        "1",
        "{",
        "",
      ];
      for (const body of bodies) {
        expectFailure(await save(person, body), 400, "FailedValidation", { error: expect.any(String) });
      }
      for (const timestamp of ["-1", "abc", "1.5", "", "1e3", "null", "9".repeat(16), "%00"]) {
        expectFailure(await save(person, { good: "x" }, `?timestamp=${timestamp}`), 400, "FailedValidation", {
          error: expect.any(String),
        });
      }
      expect(await fetchKeys(person, [])).toEqual({});
      expect(allEvents.received).toEqual([]);
    });

    test("may have any name", async () => {
      const person = await newUser(server);
      const names = [
        "__proto__",
        "constructor",
        "toString",
        "hasOwnProperty",
        "",
        " ",
        "line\nbreak",
        "\u2028\r",
        "0",
        "👍",
        "' or 1=1 --",
        longName,
      ];
      await using allEvents = await recordEvents(server, "all");
      const body = `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(`of ${name}`)}`).join(",")}}`;
      expect((await save(person, body, "?timestamp=5")).status).toBe(204);
      const expected = names.map((name): [string, unknown] => [name, [5, `of ${name}`]]).sort();
      expect(Object.entries(await fetchKeys(person, [])).sort()).toEqual(expected);
      expect(Object.entries(await fetchKeys(person, names)).sort()).toEqual(expected);
      expect(Object.entries(await fetchKeys(person, ["__proto__"]))).toEqual([
        ["__proto__", [5, "of __proto__"]],
      ]);
      const event = allEvents.received[0]?.payload as { update: Record<string, unknown> };
      expect(Object.entries(event.update).sort()).toEqual(expected);
      expect(Object.keys(Object.prototype)).toEqual([]);
    });

    test("are read by a list of names", async () => {
      const { token } = await newUser(server);
      for (const body of [{}, { keys: null }, { keys: "theme" }, { keys: [1] }, { keys: ["\0"] }, []]) {
        expectFailure(
          await server.client.post("/sync/settings/fetch", body, { token }),
          400,
          "FailedValidation",
          { error: expect.any(String) },
        );
      }
    });

    test("can be read by as many names as a request may list", async () => {
      const person = await newUser(server);
      await save(person, { theme: "dark" }, "?timestamp=5");
      const many = Array.from({ length: 9_999 }, (_, index) => index.toString(36));
      expect(await fetchKeys(person, [...many, "theme"])).toEqual({ theme: [5, "dark"] });
    });

    test("written at the same time are all stored", async () => {
      const person = await newUser(server);
      await using allEvents = await recordEvents(server, "all");
      const bodies = Array.from({ length: 10 }, (_, index) =>
        // Half of them name the same settings in the other order.
        index % 2
          ? { first: `${index}`, second: `${index}`, [`own${index}`]: "x" }
          : { [`own${index}`]: "x", second: `${index}`, first: `${index}` },
      );
      const responses = await Promise.all(bodies.map((body) => save(person, body)));
      expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(204));
      const { first, second, ...own } = await fetchKeys(person, []);
      expect(first[1]).toBe(second[1]);
      expect(Object.keys(own).sort()).toEqual(bodies.map((_, index) => `own${index}`).sort());
      expect(allEvents.received).toHaveLength(10);
      const { payload } = allEvents.received.at(-1) as { payload: { update: Record<string, unknown> } };
      expect(payload.update.first).toEqual(first);
    });

    test("are refused with JSON to callers without a session or a user", async () => {
      const { token } = await newAccount(server);
      for (const options of [undefined, { token: "unknown" }, { token }]) {
        const { client } = server;
        expectFailure(
          await client.post("/sync/settings/fetch", { keys: ["theme"] }, options),
          401,
          "InvalidSession",
        );
        expectFailure(await client.post("/sync/settings/set", { a: "b" }, options), 401, "InvalidSession");
        expectFailure(await client.get("/sync/unreads", options), 401, "InvalidSession");
      }
    });

    test("are deleted with their account, and those of other users stay", async () => {
      const [deletedUser, other] = [await newUser(server), await newUser(server)];
      for (const person of [deletedUser, other]) await save(person, { theme: "dark" }, "?timestamp=5");
      await server.running.store.write((tx) => purgeAccount(tx, deletedUser.id));
      const remaining = await server.running.store.read((db) =>
        db
          .sql<SyncTables>()
          .selectFrom("user_settings")
          .select("user_id")
          .where("user_id", "in", [deletedUser.id, other.id])
          .execute(),
      );
      expect(remaining).toEqual([{ user_id: other.id }]);
    });
  });

  describe(`the limits of settings on ${engine}`, () => {
    test("apply to number and size, for each user separately", async () => {
      await using server = await openServer(engine, { config: { sync: { max_settings: 3, max_bytes: 20 } } });
      const person = await newUser(server);
      const save = ({ token }: Person, body: object) =>
        server.client.post("/sync/settings/set?timestamp=5", body, { token });
      const stored = async () =>
        (await server.client.post("/sync/settings/fetch", { keys: [] }, { token: person.token })).body;

      expect((await save(person, { a: "é".repeat(7), b: "1", c: "1" })).status).toBe(204);
      const full = { a: [5, "é".repeat(7)], b: [5, "1"], c: [5, "1"] };
      await using allEvents = await recordEvents(server, "all");
      for (const body of [{ d: "" }, { c: "1é" }, { a: "1", d: "" }, { w: "", x: "", y: "", z: "" }]) {
        expectFailure(await save(person, body), 422, "PayloadTooLarge");
      }
      expect(await stored()).toEqual(full);
      expect(allEvents.received).toEqual([]);
      expect((await save(person, { a: "é".repeat(6), c: "123" })).status).toBe(204);
      expect(await stored()).toMatchObject({ a: [5, "é".repeat(6)], c: [5, "123"] });
      expect((await save(await newUser(server), { a: "1", b: "2", c: "3" })).status).toBe(204);
    });

    test("accept a body of the maximum length, and reject a longer one", async () => {
      await using server = await openServer(engine);
      const person = await newUser(server);
      const save = (body: object) => server.client.post("/sync/settings/set", body, { token: person.token });
      expect((await save({ css: "x".repeat(1_000_000) })).status).toBe(204);
      expectFailure(await save({ more: "x".repeat(1_000_000) }), 422, "PayloadTooLarge");
      const settings = (length: number) =>
        Object.fromEntries(Array.from({ length }, (_, index) => [index.toString(36), ""]));
      expectFailure(await save(settings(4_900)), 422, "PayloadTooLarge");
      expectFailure(await save(settings(19_000)), 400, "FailedValidation", {
        error: "must not have more than 5000 keys",
      });
      expectFailure(await save(settings(80_000)), 400, "FailedValidation", {
        error: "body: has too many values",
      });
      expectFailure(await save({ css: "x".repeat(1_100_000) }), 413, "PayloadTooLarge");
      const { body } = await server.client.post("/sync/settings/fetch", { keys: [] }, person);
      expect(Object.keys(body)).toEqual(["css"]);
    });
  });
}
