import { describe, expect, test } from "bun:test";
import { engines } from "../../../../test/support/server/engines.ts";
import { openTestRuntime } from "../../../../test/support/server/services.ts";
import { provide } from "../../../declare/query-provider.ts";
import { createStore } from "../../../store/store.ts";
import { topic } from "../../../visibility/announcement.ts";
import { ConnectionsOf } from "../queries.ts";
import { emitUserUpdate } from "./emit-user-update.ts";

describe.each([...engines])("an update of a user on %s", (engine) => {
  test("reaches the servers that the user is in", async () => {
    await using runtime = await openTestRuntime(engine);
    const { database, services } = runtime;
    const servers = provide(ConnectionsOf, async (_, { userId: id }) => ({
      servers: [`${id}-1`, `${id}-2`],
    }));
    const more = provide(ConnectionsOf, async (_, { userId: id }) => ({
      servers: [`${id}-3`],
    }));
    const store = createStore({
      database,
      services,
      hooks: [],
      providers: [servers, more],
      publish: "outbox",
      onJobs() {},
    });
    await store.write((tx) => emitUserUpdate(tx, { id: "U", data: { online: true }, clear: [] }));
    const stored = await runtime.storedAnnouncements();
    expect(stored.map(({ payload, topics, except }) => ({ payload, topics, except }))).toEqual([
      {
        payload: { id: "U", data: { online: true }, clear: [], event_id: null },
        topics: [topic.user("U"), ...["U-1", "U-2", "U-3"].map(topic.serverUsers)],
        except: [topic.blockedBy("U")],
      },
    ]);
  });
});
