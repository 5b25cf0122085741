import { expect, test } from "bun:test";
import { CompiledQuery } from "kysely";
import { engines } from "../../../../test/support/server/engines.ts";
import { openServer } from "../../../../test/support/server/server.ts";
import { anySubscription } from "./devices.ts";

test.each([...engines])("on %s, whether any user has a device is found by an index", async (engine) => {
  await using server = await openServer(engine);
  const { rows } = await server.running.store.write((tx) => {
    const explain = engine === "sqlite" ? "explain query plan" : "explain";
    const parameters = [...anySubscription.parameters(engine, [])];
    return tx
      .sql()
      .executeQuery(CompiledQuery.raw(`${explain} ${anySubscription.compiled(engine).sql}`, parameters));
  });
  expect(JSON.stringify(rows)).toMatch(/using( index)? sessions_subscribed/i);
});
