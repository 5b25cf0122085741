import { expect, test } from "bun:test";
import { openServer } from "../server/server.ts";
import { openUncheckedInsert } from "./insert-unchecked.ts";

test("a row is inserted after an open write of the server", async () => {
  await using server = await openServer("sqlite");
  await using unchecked = await openUncheckedInsert(server);
  const { store } = server.running;
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = store.write(async (tx) => {
    await tx.sql<never>().introspection.getTables();
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  const inserting = unchecked.insert("barred_users", { code: "c", user_id: "u" });
  held.resolve();
  await Promise.all([writing, inserting]);
  const rows = store.read((db) =>
    db.sql<Record<string, object>>().selectFrom("barred_users").selectAll().execute(),
  );
  expect(await rows).toEqual([{ code: "c", user_id: "u" }]);
});
