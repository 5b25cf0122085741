import { describe, expect, test } from "bun:test";
import { openServices } from "../../src/compose/open-services.ts";
import { configWith } from "../../src/config/load.ts";
import { saveSettings } from "../../src/domains/sync/actions/save-settings.ts";
import { createStore } from "../../src/store/store.ts";
import type { SystemTables } from "../../src/store/system-tables.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { openReadyStream, openStream, type Packet } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";

/** Writes settings as another process does: the announcements wait in the outbox. */
async function setFromOtherProcess(
  { home }: TestServer,
  { id }: Person,
  values: Record<string, string>,
): Promise<void> {
  const config = configWith({ data_dir: home.dataDir, database_url: home.databaseUrl });
  await using opened = await openServices(config);
  const { database, services } = opened;
  const parts = { database, services, hooks: [], providers: [], onJobs: () => {} };
  const otherProcess = createStore({ ...parts, publish: "outbox" });
  await otherProcess.write((tx) => saveSettings(tx, id, { values, writtenAt: 7 }));
}

const isEmpty = ({ running }: TestServer) =>
  running.store.read(
    async (db) => (await db.sql<SystemTables>().selectFrom("outbox").select("id").execute()).length === 0,
  );

const updates = (packets: readonly Packet[]) => packets.filter(({ type }) => type === "UserSettingsUpdate");

describe.each([...engines])("a change by another process on %s", (engine) => {
  test("is in Ready or in an event after it, and not in both", async () => {
    await using server = await openServer(engine);
    const person = await newUser(server);
    const { stream: listening } = await openReadyStream(server, person);
    await setFromOtherProcess(server, person, { theme: "dark" });
    await using stream = await openStream(server, person);
    const ready = await stream.next("Ready");
    expect(ready.user_settings).toEqual({ theme: [7, "dark"] });
    await until(() => isEmpty(server));
    expect(updates(await stream.takeNew())).toEqual([]);
    expect(updates(await listening.takeNew())).toHaveLength(1);

    await setFromOtherProcess(server, person, { theme: "light" });
    const { update } = await stream.next("UserSettingsUpdate");
    expect(update).toEqual({ theme: [7, "light"] });
    await until(() => isEmpty(server));
    expect(updates(await stream.takeNew())).toHaveLength(1);
    expect(updates(await listening.takeNew())).toHaveLength(1);
  });
});
