import { databaseFailureOf } from "../database/failure.ts";
import type { Log } from "./log.ts";

const probeEveryMs = 1_000;

interface OutageLog extends Disposable {
  readonly log: Log;
}

/**
 * A log that reports an outage of the database once: after the first error, it only counts further database errors
 * until `probe` succeeds, and then logs their number.
 */
export function logOutages(log: Log, probe: () => Promise<unknown>): OutageLog {
  let outage: { readonly startedAt: number; errors: number; isLogged: boolean } | undefined;
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  const end = (text: string) => {
    if (!outage) return;
    const { errors, startedAt, isLogged } = outage;
    outage = undefined;
    if (isLogged || errors > 0)
      log.warn({ errors, seconds: Math.round((performance.now() - startedAt) / 1_000) }, text);
  };
  const watch = async () => {
    for (let isFirst = true; !isStopped; isFirst = false) {
      try {
        await probe();
        return end("the database responds again; errors were counted meanwhile");
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (isFirst && outage && !isStopped) {
          outage.isLogged = true;
          log.error({ reason }, "the database does not respond; until it does, its errors are only counted");
        }
      }
      await Promise.race([Bun.sleep(probeEveryMs), stopped.promise]);
    }
  };
  const counting: Log = Object.create(log);
  for (const level of ["warn", "error"] as const) {
    const write = log[level];
    counting[level] = function (this: Log, details: { readonly err?: unknown }, ...rest: []) {
      const isOutage = databaseFailureOf(details.err) === "unavailable";
      if (isOutage && outage) {
        outage.errors += 1;
        return;
      }
      write.call(this, details, ...rest);
      if (!isOutage) return;
      outage = { startedAt: performance.now(), errors: 0, isLogged: false };
      void watch();
    };
  }
  return {
    log: counting,
    [Symbol.dispose]() {
      isStopped = true;
      stopped.resolve();
      end("the server stops while the database does not respond; errors were counted meanwhile");
    },
  };
}
