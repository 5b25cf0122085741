import type { ConnectionOptions } from "./connection.ts";

/** Between two queries of a write there is no work that takes long, so a client that pauses for this long has stopped. */
const maxPauseMs = 2_000;

const namePrefix = "ermine node ";

/**
 * The options of connections that hold locks. A process that is frozen, or whose machine is paused, keeps them:
 * PostgreSQL does not notice, because the connection stays open. So its transactions end soon, and other nodes can end
 * them (`node` is the id in the table of nodes).
 */
export function writerOptions(
  node: string | undefined,
): Pick<ConnectionOptions, "readOnly" | "idleInTransactionMs" | "applicationName"> {
  return {
    readOnly: false,
    idleInTransactionMs: maxPauseMs,
    applicationName: node && `${namePrefix}${node}`,
  };
}

/** How long a node must have been silent, and have left PostgreSQL waiting, before others end its transactions. */
const [silentMs, waitingMs] = [1_500, 500];

/** Whether a node that reported so long ago may be frozen. */
export const maybeFrozen = (seenMs: number): boolean => seenMs > silentMs;

/**
 * Ends the transactions of nodes that have stopped while others wait for a lock of theirs. It ends all of them,
 * because otherwise the next waiting transaction of such a node would get the lock and hold it just as long. A node
 * that is only slow repeats its writes.
 */
export const endFrozenWriters = `
  with silent as (
      select nodes.id, nodes.host, pid, xact_start is not null as writes,
        wait_event_type = 'Client' and state_change < clock_timestamp() - interval '${waitingMs} ms' as "hasStopped"
      from pg_stat_activity join nodes on application_name = '${namePrefix}' || nodes.id
      where datname = current_database() and nodes.id <> $1
        and nodes.seen_us < (extract(epoch from clock_timestamp()) * 1000000)::bigint - ${silentMs} * 1000
    ),
    blocking as (
      select unnest(pg_blocking_pids(pid)) as pid, pid as waiting from pg_locks where not granted
    ),
    frozen as materialized (
      select id from silent where writes group by id having bool_or("hasStopped") and exists (
        select from blocking where blocking.pid = any(array_agg(silent.pid)) and waiting <> all(array_agg(silent.pid))
      )
    )
  select id, min(host) as host, count(*) filter (where pg_terminate_backend(pid)) as transactions
  from silent join frozen using (id) where writes group by id`;
