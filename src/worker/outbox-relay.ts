import type { Announcement } from "../declare/event.ts";
import type { Bus } from "../platform/bus/port.ts";
import type { FrameTables } from "../platform/database/frame-tables.ts";
import type { Store } from "../platform/database/store.ts";

const batch = 100;

/** Publishes what other processes left in the outbox, in order, and forgets it once the bus has it. */
export async function relayOutbox(store: Store, bus: Bus): Promise<number> {
  let relayed = 0;
  for (;;) {
    const rows = await store.read((db) =>
      db.sql<FrameTables>().selectFrom("outbox").selectAll().orderBy("id").limit(batch).execute(),
    );
    if (rows.length === 0) return relayed;
    for (const row of rows) await bus.publish(JSON.parse(row.announcement) as Announcement);
    const ids = rows.map(({ id }) => id);
    await store.write((tx) => tx.sql<FrameTables>().deleteFrom("outbox").where("id", "in", ids).execute());
    relayed += rows.length;
  }
}

/** The same for several callers: one relay after another, so that nothing is published twice. */
export function createRelay(store: Store, bus: Bus): () => Promise<number> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(() => relayOutbox(store, bus));
    last = next.catch(() => {});
    return next;
  };
}
