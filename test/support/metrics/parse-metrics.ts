/** One line of a scrape with a value. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface MetricFamily {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const nameForm = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
const sampleForm = /^([a-zA-Z_][a-zA-Z0-9_]*)(?:\{(.*)\})? (\S+)$/;
const labelForm = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;
const numberForm = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|\+Inf)$/i;

/** Parses the text format of Prometheus, version 0.0.4, and throws at anything that it does not allow. */
export function parseMetrics(text: string): Map<string, MetricFamily> {
  if (!text.endsWith("\n")) throw new Error("the last line has no end");
  const families = new Map<string, { type: string; help: string; samples: Sample[] }>();
  const seen = new Set<string>();
  let help: [string, string] | undefined;
  let current = "";
  for (const line of text.split("\n")) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (line === "") continue;
    if (kind === "HELP") help = [name, rest];
    else if (kind === "TYPE") {
      if (!nameForm.test(name) || !/^(counter|gauge|histogram)$/.test(rest)) throw new Error(`bad: ${line}`);
      if (help?.[0] !== name || families.has(name)) throw new Error(`not described once: ${name}`);
      if ((rest === "counter") !== name.endsWith("_total")) throw new Error(`misnamed: ${name}`);
      families.set(name, { type: rest, help: help[1], samples: [] });
      current = name;
    } else {
      const sample = parseSample(line);
      const family = families.get(current);
      const suffixes = family?.type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
      if (!suffixes.some((suffix) => sample.name === current + suffix))
        throw new Error(`undeclared: ${line}`);
      const series = JSON.stringify([sample.name, Object.entries(sample.labels).toSorted()]);
      if (seen.has(series)) throw new Error(`twice: ${line}`);
      seen.add(series);
      family?.samples.push(sample);
    }
  }
  for (const [name, family] of families) {
    if (family.type === "histogram") checkBuckets(name, family.samples);
    if (family.type === "counter" && family.samples.some(({ value }) => value < 0))
      throw new Error(`negative: ${name}`);
  }
  return families;
}

function parseSample(line: string): Sample {
  const [, name = "", labelText = "", number = ""] = sampleForm.exec(line) ?? [];
  if (!numberForm.test(number)) throw new Error(`not a sample: ${line}`);
  const labels: Record<string, string> = {};
  labelForm.lastIndex = 0;
  for (let at = 0; at < labelText.length; at = labelForm.lastIndex) {
    const [, label = "", value = ""] = labelForm.exec(labelText) ?? [];
    if (label === "" || label in labels) throw new Error(`bad labels: ${line}`);
    labels[label] = value;
  }
  return { name, labels, value: number === "+Inf" ? Number.POSITIVE_INFINITY : Number(number) };
}

/** The buckets of each series grow, and the last one, without a bound, is the count. */
function checkBuckets(name: string, samples: readonly Sample[]): void {
  const seriesOf = ({ le, ...labels }: Readonly<Record<string, string>>) =>
    JSON.stringify(Object.entries(labels).toSorted());
  for (const [series, members] of Map.groupBy(samples, ({ labels }) => seriesOf(labels))) {
    const buckets = members.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels: { le } }) =>
      le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le),
    );
    const counts = buckets.map(({ value }) => value);
    const count = members.find((sample) => sample.name === `${name}_count`)?.value;
    const ascends = (numbers: readonly number[], allowsEqual: boolean) =>
      numbers.every((number, at) => at === 0 || (numbers[at - 1] ?? 0) < number + (allowsEqual ? 1 : 0));
    const isWhole = bounds.at(-1) === Number.POSITIVE_INFINITY && counts.at(-1) === count;
    if (!isWhole || !ascends(bounds, false) || !ascends(counts, true))
      throw new Error(`bad buckets: ${name} ${series}`);
  }
}
