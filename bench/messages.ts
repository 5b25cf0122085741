import { stopPostgres } from "../test/support/postgres/postgres.ts";
import { benchBudget } from "./messages-budget.ts";
import { benchDelivery } from "./messages-delivery.ts";
import { benchMetrics } from "./messages-metrics.ts";
import { benchReading } from "./messages-reading.ts";
import { type Engine, engines } from "./messages-runtime.ts";
import { benchSearching } from "./messages-searching.ts";
import { benchSending } from "./messages-sending.ts";
import { selectParts } from "./select-parts.ts";

const parts: Record<string, (engine: Engine) => Promise<void>> = {
  sending: benchSending,
  budget: benchBudget,
  delivery: benchDelivery,
  reading: benchReading,
  searching: benchSearching,
  metrics: benchMetrics,
};

/** Measures sending, delivering, reading and searching messages, on both engines. */
export async function benchMessages(selected?: string): Promise<void> {
  const chosen = selectParts("messages", parts, selected);
  for (const engine of engines) {
    if ((await engine.newDatabase()) === undefined) continue;
    for (const [, bench] of chosen) await bench(engine);
  }
  await stopPostgres();
}
