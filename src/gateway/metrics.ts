import type { MetricSpec, Metrics } from "../platform/metrics/port.ts";
import type { Connection } from "./connection.ts";

export const deliveries: MetricSpec = {
  name: "ermine_deliveries_total",
  help: "Packets with events that were given to connections of this node.",
};

export const slowReadersClosed: MetricSpec = {
  name: "ermine_slow_readers_closed_total",
  help: "Connections that were closed because their clients read too slowly.",
};

export const connectRefusals: MetricSpec<"limit"> = {
  name: "ermine_connect_refusals_total",
  help: "Connections that a limit refused, by its key in the section events.",
  labels: ["limit"],
};

export const resumes: MetricSpec<"outcome"> = {
  name: "ermine_resumes_total",
  help: "Clients that wanted to resume a connection, by outcome: resumed, expired (missed too long ago, or too much), unknown (this node does not know the connection). All but the first get a Ready.",
  labels: ["outcome"],
};

/** Registers the gauges about open connections, which are counted when the metrics are read. */
export function gaugeConnections(metrics: Metrics, open: ReadonlySet<Connection>): void {
  metrics.gauge(
    {
      name: "ermine_connections",
      help: "Open connections of the event stream, by state: ready, or authenticating until Ready is sent.",
      labels: ["state"],
    },
    () => {
      let ready = 0;
      for (const { view } of open) if (view) ready += 1;
      return [
        { labels: { state: "ready" }, value: ready },
        { labels: { state: "authenticating" }, value: open.size - ready },
      ];
    },
  );
  metrics.gauge(
    {
      name: "ermine_connection_queue_bytes",
      help: "Bytes that wait for clients of the event stream, all connections together.",
    },
    () => {
      let bytes = 0;
      for (const { queuedBytes } of open) bytes += queuedBytes;
      return bytes;
    },
  );
}
