import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MetricFamily } from "../../support/metrics/parse-metrics.ts";
import { metricsOn, scrape } from "../../support/metrics/scrape.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer } from "../../support/server/server.ts";

setDefaultTimeout(60_000);

const folder = join(import.meta.dir, "../../../docs/operating");
const read = (path: string) => readFileSync(join(folder, path), "utf8");

/** What servers on both engines export, after a request. */
async function exported(): Promise<Map<string, MetricFamily>> {
  const families = new Map<string, MetricFamily>();
  for (const engine of engines) {
    await using server = await openServer(engine, { config: { metrics: metricsOn } });
    await server.client.get("/");
    for (const [name, family] of await scrape(server)) families.set(name, family);
  }
  return families;
}

interface Dashboard {
  readonly panels: readonly { title: string; targets?: readonly { expr: string }[] }[];
  readonly annotations: { readonly list: readonly { expr: string }[] };
  readonly templating: { readonly list: readonly { query: string | { query: string } }[] };
}

function dashboardExpressions(): string[] {
  const { panels, annotations, templating } = JSON.parse(read("monitoring/dashboard.json")) as Dashboard;
  return [
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...annotations.list.map(({ expr }) => expr),
    ...templating.list.flatMap(({ query }) => (typeof query === "string" ? [] : [query.query])),
  ];
}

interface AlertRules {
  readonly groups: readonly { rules: readonly { alert: string; expr: string }[] }[];
}

function alertExpressions(): string[] {
  const { groups } = Bun.YAML.parse(read("monitoring/alerts.yml")) as AlertRules;
  return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
}

/** The names of metrics in an expression. */
const namesIn = (text: string) => text.match(/\b(ermine|process)_[a-z_]+\b/g) ?? [];

/** The labels of the conditions in an expression. Prometheus adds the job and the instance. */
const labelsIn = (text: string) =>
  [...text.matchAll(/\{([^{}]*)\}/g)].flatMap(([, inner = ""]) =>
    [...inner.matchAll(/(\w+)\s*[=!]~?\s*"/g)].map(([, label = ""]) => label),
  );

test("every metric in the dashboard, the rules and the documentation exists, and every metric is documented", async () => {
  const families = await exported();
  const samples = new Set(
    [...families].flatMap(([name, { type }]) =>
      type === "histogram" ? ["_bucket", "_sum", "_count"].map((suffix) => name + suffix) : [name],
    ),
  );
  const expressions = [...dashboardExpressions(), ...alertExpressions()];
  expect(expressions.length).toBeGreaterThan(40);
  const known = new Set([...samples, ...families.keys()]);
  expect(expressions.flatMap(namesIn).filter((name) => !samples.has(name))).toEqual([]);
  const page = read("monitoring.md");
  expect(namesIn(page).filter((name) => !known.has(name))).toEqual([]);
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| (.+) \|$/gm)];
  const documented = rows.map(([, name, type]) => [name, type]);
  expect(documented.toSorted()).toEqual([...families].map(([name, { type }]) => [name, type]).toSorted());
  const shown = new Set(expressions.flatMap(namesIn).map((name) => name.replace(/_(bucket|sum|count)$/, "")));
  expect([...families.keys()].filter((name) => !shown.has(name))).toEqual([]);
});

test("the conditions of the dashboard and the rules name labels that are documented", () => {
  const documented = [...read("monitoring.md").matchAll(/`(\w+)`/g)].map(([, label]) => label);
  const given = [...dashboardExpressions(), ...alertExpressions()].flatMap(labelsIn);
  const added = ["instance", "job"];
  expect(given.filter((label) => !added.includes(label) && !documented.includes(label))).toEqual([]);
  expect(given).toContain("state");
});
