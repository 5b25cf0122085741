import type { HistogramSpec, MetricSpec } from "../metrics/port.ts";

export const commitWrites: HistogramSpec = {
  name: "ermine_database_commit_writes",
  help: "Writes, such as messages, that shared a commit. Its count is the number of commits.",
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
};

/** SQLite only: PostgreSQL waits for its disk itself. */
export const syncSeconds: HistogramSpec = {
  name: "ermine_database_sync_seconds",
  help: "How long the disk took to store the write-ahead log, in seconds.",
  buckets: [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
};

/** PostgreSQL only: writes on SQLite never conflict. */
export const transactionRetries: MetricSpec = {
  name: "ermine_database_retries_total",
  help: "Transactions that ran again because they conflicted with others.",
};
