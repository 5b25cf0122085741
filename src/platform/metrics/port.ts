import type { MaybePromise } from "../concurrency/maybe-promise.ts";
import type { ActivityTotals } from "./activity.ts";

/** What a metric is called and means. The part that measures declares it, next to its code. */
export interface MetricSpec<L extends string = never> {
  /** Ends with its unit, or with `_total` if it counts what has happened. */
  readonly name: string;
  readonly help: string;
  /** Each has a bounded number of values: never an id, an address or anything else that a client chooses. */
  readonly labels?: readonly L[];
  /** What of the activity of the process it also counts, whether or not metrics are collected. */
  readonly activity?: keyof ActivityTotals;
}

export interface HistogramSpec<L extends string = never> extends MetricSpec<L> {
  /** The upper bounds of its buckets, in ascending order. */
  readonly buckets: readonly number[];
}

export interface GaugeSpec<L extends string = never> extends MetricSpec<L> {
  /** For a value that costs much to read: how old it may be. */
  readonly maxAgeMs?: number;
}

export type Labels<L extends string> = Readonly<Record<L, string>>;

export interface Counter {
  add(amount?: number): void;
}

export interface Histogram {
  observe(value: number): void;
}

/** One value of a gauge, or one for each combination of its labels. */
export type GaugeReading<L extends string> = [L] extends [never]
  ? number
  : readonly { readonly labels: Labels<L>; readonly value: number }[];

/** Reads a gauge; undefined if there is nothing to show at present. */
export type ReadGauge<L extends string> = () => MaybePromise<GaugeReading<L> | undefined>;

/**
 * Collects what a server measures of itself. A part that counts often asks for its counters once and keeps them: where
 * nothing is collected they do nothing. Asking again for the same declaration gives the same counter.
 */
export interface Metrics {
  counter(spec: MetricSpec): Counter;
  labelledCounter<L extends string>(spec: MetricSpec<L>): (labels: Labels<L>) => Counter;
  histogram(spec: HistogramSpec): Histogram;
  labelledHistogram<L extends string>(spec: HistogramSpec<L>): (labels: Labels<L>) => Histogram;
  /** Reads a value whenever somebody asks for the metrics. */
  gauge<L extends string = never>(spec: GaugeSpec<L>, read: ReadGauge<L>): void;
  /** Whether anything is collected. */
  readonly enabled: boolean;
}

/** Metrics that can be rendered as text for a collector. */
export interface RenderedMetrics extends Metrics {
  readonly contentType: string;
  /** Reads all gauges. Simultaneous calls share the work. */
  render(): Promise<string>;
}

const nothing: Counter & Histogram = { add() {}, observe() {} };

/** Collects nothing. */
export const noMetrics: Metrics = {
  counter: () => nothing,
  labelledCounter: () => () => nothing,
  histogram: () => nothing,
  labelledHistogram: () => () => nothing,
  gauge() {},
  enabled: false,
};
