import type { Bus } from "../platform/bus/port.ts";
import type { Store } from "../store/store.ts";
import type { SystemTables } from "../store/system-tables.ts";
import type { Announcement } from "../visibility/announcement.ts";

const batchSize = 100;

/** Publishes the announcements that other processes left in the outbox, in order, and deletes them afterwards. */
export async function relayOutbox(store: Store, bus: Bus): Promise<number> {
  let relayed = 0;
  for (;;) {
    const rows = await store.read((db) =>
      db.sql<SystemTables>().selectFrom("outbox").selectAll().orderBy("id").limit(batchSize).execute(),
    );
    if (rows.length === 0) return relayed;
    for (const row of rows) await bus.publish(JSON.parse(row.announcement) as Announcement);
    const ids = rows.map(({ id }) => id);
    await store.write((tx) => tx.sql<SystemTables>().deleteFrom("outbox").where("id", "in", ids).execute());
    relayed += rows.length;
  }
}

/** Makes a relay for several callers: its runs follow one another, so that nothing is published twice. */
export function createRelay(store: Store, bus: Bus): () => Promise<number> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(() => relayOutbox(store, bus));
    last = next.catch(() => {});
    return next;
  };
}
