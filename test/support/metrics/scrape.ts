import type { TestServer } from "../server/server.ts";
import { type MetricFamily, parseMetrics } from "./parse-metrics.ts";

export const metricsUrl = ({ running }: Pick<TestServer, "running">) =>
  `http://127.0.0.1:${running.metricsPort}/metrics`;

/** For `openServer`: metrics on a free port. */
export const metricsOn = { enabled: true, port: 0 };

export async function scrape(
  server: Pick<TestServer, "running">,
  headers: Record<string, string> = {},
): Promise<Map<string, MetricFamily>> {
  const response = await fetch(metricsUrl(server), { headers });
  if (response.status !== 200) throw new Error(`answered ${response.status}`);
  return parseMetrics(await response.text());
}

/** The sum of the samples of a metric that have these labels. `name` is that of a sample: `…_count` of a histogram. */
export function sumOf(
  families: ReadonlyMap<string, MetricFamily>,
  name: string,
  labels: Record<string, string> = {},
): number {
  const samples = [...families.values()].flatMap((family) => family.samples);
  const wanted = Object.entries(labels);
  return samples
    .filter((sample) => sample.name === name && wanted.every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
}
