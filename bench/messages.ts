import { stopPostgres } from "../test/support/postgres.ts";
import { benchDelivery } from "./messages-delivery.ts";
import { type Engine, engines } from "./messages-house.ts";
import { benchReading } from "./messages-reading.ts";
import { benchSending } from "./messages-sending.ts";

const parts: Record<string, (engine: Engine) => Promise<void>> = {
  sending: benchSending,
  delivery: benchDelivery,
  reading: benchReading,
};

/** Messages that are sent, seen, read again and searched, on both engines. */
export async function benchMessages(wanted?: string): Promise<void> {
  if (wanted !== undefined && !parts[wanted])
    throw new Error(`messages has no part ${wanted}; there are ${Object.keys(parts).join(", ")}`);
  for (const engine of engines) {
    if ((await engine.newDatabase()) === undefined) continue;
    for (const [name, bench] of Object.entries(parts))
      if (wanted === undefined || wanted === name) await bench(engine);
  }
  await stopPostgres();
}
