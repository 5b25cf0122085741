/** A node that has not reported for this long is gone. */
export const leaseMs = 10_000;

/** SQL for the time in microseconds by the clock of the database, by which all leases run. */
export const nowUs = "(extract(epoch from clock_timestamp()) * 1000000)::bigint";

/** SQL for whether a row of the table of nodes belongs to a node that is not gone. */
export const isLive = `seen_us >= ${nowUs} - ${leaseMs * 1_000}`;
