import type { Counter, Histogram, HistogramSpec, MetricSpec, Metrics } from "../platform/metrics/port.ts";

const requests: MetricSpec<"method" | "route" | "status"> = {
  name: "ermine_http_requests_total",
  help: "Requests by declared route; all paths that no route has count as unknown, those of web pages as web.",
  labels: ["method", "route", "status"],
};

const requestSeconds: HistogramSpec<"method" | "route"> = {
  name: "ermine_http_request_seconds",
  help: "Time from a request to the beginning of its response, in seconds.",
  labels: ["method", "route"],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
};

interface RequestOutcome {
  readonly method: string;
  /** The declared path, or one of a few names for all other paths. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

interface RouteMetrics {
  readonly seconds: Histogram;
  readonly byStatus: Map<number, Counter>;
}

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Counts requests and their time; undefined without metrics. Clients choose the method, so those that no route has share
 * a label.
 */
export function createRequestRecorder(metrics: Metrics): ((outcome: RequestOutcome) => void) | undefined {
  if (!metrics.enabled) return undefined;
  const count = metrics.labelledCounter(requests);
  const measure = metrics.labelledHistogram(requestSeconds);
  const byMethod = new Map<string, Map<string, RouteMetrics>>();
  return ({ method: given, route, status, ms }) => {
    const method = knownMethods.has(given) ? given : "other";
    const byRoute = getOrMake(byMethod, method, () => new Map<string, RouteMetrics>());
    const { seconds, byStatus } = getOrMake(byRoute, route, () => ({
      seconds: measure({ method, route }),
      byStatus: new Map<number, Counter>(),
    }));
    seconds.observe(ms / 1_000);
    getOrMake(byStatus, status, () => count({ method, route, status: `${status}` })).add();
  };
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
