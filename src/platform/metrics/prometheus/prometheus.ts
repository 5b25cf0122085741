import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { within } from "../../clock/clock.ts";
import { shareResult } from "../../concurrency/share-result.ts";
import type {
  GaugeReading,
  GaugeSpec,
  HistogramSpec,
  MetricSpec,
  ReadGauge,
  RenderedMetrics,
} from "../port.ts";

/** A gauge that takes longer is left out of the response. Prometheus itself waits for ten seconds. */
const readTimeoutMs = 5_000;

/** Reports the gauges that could not be read; the others are shown nevertheless. */
export function createPrometheusMetrics(
  onReadError: (error: unknown, metric: string) => void,
): RenderedMetrics {
  const registry = new Registry();
  const optionsOf = ({ name, help, labels = [] }: MetricSpec<string>) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  const counterOf = onceForEach((spec: MetricSpec<string>) => new Counter(optionsOf(spec)));
  const histogramOf = onceForEach(
    (spec: HistogramSpec<string>) => new Histogram({ ...optionsOf(spec), buckets: [...spec.buckets] }),
  );

  return {
    enabled: true,
    contentType: registry.contentType,
    counter(spec) {
      const counter = counterOf(spec);
      return { add: (amount = 1) => counter.inc(amount) };
    },
    labelledCounter(spec) {
      const counter = counterOf(spec);
      return (labels) => {
        const { inc } = counter.labels(labels);
        return { add: (amount = 1) => inc(amount) };
      };
    },
    histogram(spec) {
      const histogram = histogramOf(spec);
      return { observe: (value) => histogram.observe(value) };
    },
    labelledHistogram(spec) {
      const histogram = histogramOf(spec);
      return (labels) => histogram.labels(labels);
    },
    gauge<L extends string>(spec: GaugeSpec<L>, read: ReadGauge<L>) {
      const current = shareResult(spec.maxAgeMs ?? 0, async () =>
        within(readTimeoutMs, Promise.resolve(read()), "reading the metric takes too long"),
      );
      new Gauge({
        ...optionsOf(spec),
        async collect() {
          this.reset();
          // `reset` sets a gauge without labels to 0, which would be shown if it cannot be read.
          if (!spec.labels) this.remove();
          try {
            set(this, (await current()) as number | GaugeReading<string> | undefined);
          } catch (error) {
            onReadError(error, spec.name);
          }
        },
      });
    },
    render: shareResult(0, () => registry.metrics()),
  };
}

function onceForEach<S, M>(make: (spec: S) => M): (spec: S) => M {
  const made = new Map<S, M>();
  return (spec) => {
    const metric = made.get(spec) ?? make(spec);
    made.set(spec, metric);
    return metric;
  };
}

function set(gauge: Gauge, reading: number | GaugeReading<string> | undefined): void {
  if (typeof reading === "number") gauge.set(reading);
  else if (reading) for (const { labels, value } of reading) gauge.set(labels, value);
}
