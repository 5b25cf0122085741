import { expect, test } from "bun:test";
import {
  deletePolicyChange,
  insertPolicyChange,
  listPolicyChanges,
} from "../../../src/domains/policy/store.ts";
import { findUser } from "../../../src/domains/users/store/users.ts";
import { newAccount, newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { engines } from "../../support/server/engines.ts";
import { hours } from "../../support/server/test-clock.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

describeServer("policy changes", engines, (server) => {
  const url = "https://example.org/terms";
  const announce = async (description: string) => {
    const { clock } = server;
    const { store, services } = server.running;
    // No two events may share a millisecond.
    clock.advance(hours(1));
    const id = services.ids.next();
    const created_at = clock.now();
    await store.write((tx) =>
      insertPolicyChange(tx, { id, created_at, effective_at: created_at + hours(24), description, url }),
    );
    clock.advance(hours(1));
    return id;
  };
  const unacknowledgedBy = async ({ id }: Person) =>
    (await server.running.store.read((db) => listPolicyChanges(db, id))).map((change) => change.description);
  const acknowledgedAt = async ({ id }: Person) =>
    (await server.running.store.read((db) => findUser(db, id)))?.policy_acknowledged_at ?? Number.NaN;
  const acknowledge = async ({ token }: Person) => {
    const { status, body } = await server.client.post("/policy/acknowledge", {}, { token });
    expect({ status, body }).toEqual({ status: 204, body: undefined });
  };

  test("while there are none, acknowledging changes nothing", async () => {
    const person = await newUser(server);
    const before = await acknowledgedAt(person);
    await acknowledge(person);
    expect(await acknowledgedAt(person)).toBe(before);
    expect(await unacknowledgedBy(person)).toEqual([]);
  });

  test("are new to existing users until these acknowledge them", async () => {
    const [person, other] = [await newUser(server), await newUser(server)];
    await announce("first");
    await announce("second");
    const late = await newUser(server);
    expect(await unacknowledgedBy(person)).toEqual(["first", "second"]);
    expect(await unacknowledgedBy(late)).toEqual([]);

    await using events = await recordEvents(server, "all");
    await acknowledge(person);
    expect(await unacknowledgedBy(person)).toEqual([]);
    expect(await unacknowledgedBy(other)).toEqual(["first", "second"]);
    expect(events.received).toEqual([]);

    await announce("third");
    expect(await unacknowledgedBy(person)).toEqual(["third"]);
    expect(await unacknowledgedBy(late)).toEqual(["third"]);
    expect(await unacknowledgedBy(other)).toEqual(["first", "second", "third"]);
  });

  test("stay acknowledged when a user who joined after them acknowledges them", async () => {
    await announce("before");
    const late = await newUser(server);
    const joined = await acknowledgedAt(late);
    await acknowledge(late);
    expect(await acknowledgedAt(late)).toBe(joined);
  });

  test("are hidden when withdrawn, without making older ones new again", async () => {
    const person = await newUser(server);
    await announce("kept");
    const id = await announce("withdrawn");
    expect(await unacknowledgedBy(person)).toEqual(["kept", "withdrawn"]);
    await server.running.store.write((tx) => deletePolicyChange(tx, id));
    expect(await unacknowledgedBy(person)).toEqual(["kept"]);
    await acknowledge(person);
    const newest = await announce("newest");
    await acknowledge(person);
    await server.running.store.write((tx) => deletePolicyChange(tx, newest));
    await acknowledge(person);
    expect(await unacknowledgedBy(person)).toEqual([]);
  });

  test("are shown with their times", async () => {
    const person = await newUser(server);
    await acknowledge(person);
    await announce("timed");
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const [change] = await server.running.store.read((db) => listPolicyChanges(db, person.id));
    expect(change).toEqual({
      created_time: timestamp,
      effective_time: timestamp,
      description: "timed",
      url,
    });
    expect(Date.parse(change?.effective_time ?? "") - Date.parse(change?.created_time ?? "")).toBe(hours(24));
  });

  test("cannot be acknowledged without a user", async () => {
    const { token } = await newAccount(server);
    for (const options of [undefined, { token: "unknown" }, { token }]) {
      expectFailure(await server.client.post("/policy/acknowledge", {}, options), 401, "InvalidSession");
    }
  });
});
