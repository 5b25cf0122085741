import { expect, test } from "bun:test";
import { openTestRuntime } from "../../../../test/support/server/services.ts";
import { provide } from "../../../declare/query-provider.ts";
import { createStore } from "../../../store/store.ts";
import { Statistics } from "../../operators/index.ts";
import { TableCounts } from "./table-counts.ts";

test("tables are counted once in a minute, and a slow count shows the counts of before", async () => {
  await using runtime = await openTestRuntime("sqlite");
  const { clock, database, services } = runtime;
  let counted = 0;
  let outcome = Promise.resolve();
  const store = createStore({
    database,
    services,
    hooks: [],
    providers: [
      provide(Statistics, async () => {
        counted += 1;
        await outcome;
        return { messages: counted };
      }),
      provide(Statistics, async () => ({ users: 3 })),
    ],
    publish: "outbox",
    onJobs: () => {},
  });
  const counts = new TableCounts(services);
  const read = () => store.read((db) => counts.read(db));
  const slow = Promise.withResolvers<void>();

  outcome = slow.promise;
  expect(await Promise.all([read(), read()])).toEqual([undefined, undefined]);
  slow.resolve();
  await Promise.resolve();
  const first = { counts: { messages: 1, users: 3 }, at: clock.now() };
  expect(await read()).toEqual(first);
  // Counting took a second, so it is not repeated for a hundred seconds.
  clock.advance(99_000);
  expect(await read()).toEqual(first);

  const again = Promise.withResolvers<void>();
  outcome = again.promise;
  clock.advance(600_000);
  expect(await read()).toEqual(first);
  again.resolve();
  const second = { counts: { messages: 2, users: 3 }, at: clock.now() };
  expect(await read()).toEqual(second);

  outcome = Promise.reject(new Error("the database is away"));
  clock.advance(3_600_000);
  expect(await read()).toEqual(second);
  outcome = Promise.resolve();
  expect(await read()).toEqual({ counts: { messages: 4, users: 3 }, at: clock.now() });
  clock.advance(59_999);
  expect((await read())?.counts.messages).toBe(4);
  clock.advance(60_000);
  expect((await read())?.counts.messages).toBe(5);
});
