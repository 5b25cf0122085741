import type { Services } from "../declare/services.ts";
import { counters, gauges } from "../domains/index.ts";
import type { Bus } from "../platform/bus/port.ts";
import type { Database } from "../platform/database/port.ts";
import { voiceConnectRefusals } from "../platform/voice/signal-admission.ts";
import type { Store } from "../store/store.ts";
import { systemGauges } from "../worker/system-gauges.ts";

/** Registers what the domains declare, and the figures of the parts that are the same for all domains. */
export function registerMetrics({
  services: { metrics, config, log, voice },
  store,
  database,
  bus,
}: {
  readonly services: Services;
  readonly store: Store;
  readonly database: Database;
  readonly bus: Bus;
}): void {
  const { enabled, host, token } = config.metrics;
  if (enabled && token === "" && !/^(127\.|::1$|localhost$)/.test(host))
    log.warn(
      { host },
      "others may read the metrics: metrics.token is empty, and metrics.host is not this machine",
    );
  // A counter that has counted nothing yet is shown nevertheless.
  for (const counter of [...counters, voiceConnectRefusals]) metrics.labelledCounter(counter);
  for (const gauge of [...systemGauges, ...gauges])
    metrics.gauge(gauge, () => store.read((db) => gauge.read(db)));
  metrics.gauge(
    {
      name: "ermine_voice_packets",
      help: "Packets of calls since the voice node started, as far as it tells.",
      labels: ["node", "direction", "kind"],
    },
    async () => {
      const read = (voice?.all ?? []).map(async (node) =>
        (await node.readPackets()).map(({ direction, kind, count }) => ({
          labels: { node: node.name, direction, kind },
          value: count,
        })),
      );
      return (await Promise.all(read)).flat();
    },
  );
  metrics.gauge({ name: "ermine_database_bytes", help: "Size of the database on its disk, in bytes." }, () =>
    database.bytes(),
  );
  metrics.gauge(
    {
      name: "ermine_stream_lag_commits",
      help: "Commits with events in the log that this node has not delivered yet; always 0 on SQLite.",
    },
    () => bus.lag(),
  );
}
