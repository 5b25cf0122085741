import { measureLoopLag } from "./loop-lag.ts";
import type { Metrics } from "./port.ts";

/** Measures the process itself, until it is disposed of. */
export function measureProcess(metrics: Metrics, version: string): Disposable {
  if (!metrics.enabled) return { [Symbol.dispose]() {} };
  metrics.gauge(
    { name: "ermine_build_info", help: "Always 1; the label is the version.", labels: ["version"] },
    () => [{ labels: { version }, value: 1 }],
  );
  const startedAt = Date.now() / 1_000 - process.uptime();
  metrics.gauge(
    { name: "process_start_time_seconds", help: "When the process started, in seconds since 1970." },
    () => startedAt,
  );
  metrics.gauge({ name: "process_resident_memory_bytes", help: "Memory of the process, in bytes." }, () =>
    process.memoryUsage.rss(),
  );
  const cpu = metrics.counter({
    name: "process_cpu_seconds_total",
    help: "CPU time that the process has used, in seconds.",
  });
  const lag = metrics.histogram({
    name: "ermine_event_loop_lag_seconds",
    help: "How late a timer ran, in seconds: for that long no request could begin.",
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  });
  let used = 0;
  return measureLoopLag((lateMs) => {
    lag.observe(lateMs / 1_000);
    const { user, system } = process.cpuUsage();
    const total = (user + system) / 1_000_000;
    cpu.add(Math.max(0, total - used));
    used = total;
  });
}
