import { PostgresPool } from "../../database/postgres/pool.ts";
import type { Counters } from "../port.ts";

interface PostgresCountersOptions {
  readonly url: string;
  readonly queryTimeoutMs: number;
  /** Of each length. */
  readonly maxWindows?: number;
  readonly sweepEveryMs?: number;
  readonly onSweepFailed?: (error: unknown) => void;
}

const poolSize = 4;
const defaultMaxWindows = 200_000;
const defaultSweepEveryMs = 60_000;

/**
 * A window that ends much later than a new one would was opened before the clock was set back. A little later is
 * possible: the statement may have waited for the row while another opened a window.
 */
const take = `
with this as (select (extract(epoch from statement_timestamp()) * 1000)::bigint as now)
insert into counters as c (key, window_ms, used, allowed, ends_at)
select $1, $2::bigint, least(1, $3::integer), least(1, $3::integer), now + $2::bigint from this
on conflict (window_ms, key) do update set (used, allowed, ends_at) = (
  select
    case when not is_open then least(1, $3::integer) when c.used < $3::integer then c.used + 1 else c.used end,
    case when not is_open then least(1, $3::integer) when c.used < $3::integer then 1 else 0 end,
    case when is_open then c.ends_at else excluded.ends_at end
  from (select c.ends_at > excluded.ends_at - $2::bigint and c.ends_at < excluded.ends_at + $2::bigint as is_open) known
)
returning used, allowed, ends_at - (select now from this) as reset_after_ms`;

/** One node at a time: two deletions of the same rows in different orders could wait for each other. */
const sweep = `
with alone as materialized (select pg_try_advisory_xact_lock(3707, 29) as is_alone),
ranked as (
  select window_ms, key, row_number() over (partition by window_ms order by ends_at desc) as place
  from counters
)
delete from counters c using alone, ranked
where is_alone and c.window_ms = ranked.window_ms and c.key = ranked.key
  and (ranked.place > $1::bigint or c.ends_at <= extract(epoch from statement_timestamp()) * 1000)`;

/**
 * Counts in PostgreSQL, for all nodes together, by its clock. Each call is a statement of its own on connections of its
 * own: it neither waits for the transactions of requests nor conflicts with them.
 */
export function createPostgresCounters(options: PostgresCountersOptions): Counters {
  const { url, queryTimeoutMs, maxWindows = defaultMaxWindows } = options;
  const pool = new PostgresPool({ url, queryTimeoutMs, poolSize, readOnly: false });
  let sweeping: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = pool.execute(sweep, [maxWindows]).catch(options.onSweepFailed ?? (() => {}));
  }, options.sweepEveryMs ?? defaultSweepEveryMs).unref();

  return {
    async take(key, limit, windowMs) {
      const { rows } = await pool.execute(take, [key, windowMs, limit]);
      const { used, allowed, reset_after_ms } = rows[0] as Record<string, number>;
      return {
        allowed: allowed === 1,
        remaining: Math.max(0, limit - Number(used)),
        resetAfterMs: Math.min(windowMs, Math.max(1, Number(reset_after_ms))),
      };
    },
    async close() {
      clearInterval(timer);
      await sweeping;
      await pool.close();
    },
  };
}
