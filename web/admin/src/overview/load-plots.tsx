import { Plot } from "@ui/plot.tsx";
import { For, Show } from "solid-js";
import type { AdminOverview, AdminSample } from "../api/types.ts";
import pages from "../components/page.module.css";
import { Section } from "../components/page.tsx";
import { formatBytes, formatNumber, formatPercent } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";
import styles from "./overview.module.css";

interface Figure {
  readonly name: string;
  readonly of: (sample: AdminSample) => number;
  readonly format: (value: number) => string;
}

const rate = (value: number) => formatNumber(value, value < 10 ? 1 : 0);

/** How the load changed over the last hour. */
export function LoadPlots(props: { readonly overview: AdminOverview }) {
  const words = () => t().overview;
  const figures = (): Figure[] => [
    { name: words().connections, of: (sample) => sample.connections, format: formatNumber },
    { name: words().requests, of: (sample) => sample.requests_per_second, format: rate },
    { name: words().messages, of: (sample) => sample.messages_per_second, format: rate },
    { name: words().memory, of: (sample) => sample.memory_bytes, format: formatBytes },
    { name: words().cpu, of: (sample) => sample.cpu, format: formatPercent },
    {
      name: words().lag,
      of: (sample) => sample.lag_ms,
      format: (value) => words().milliseconds(formatNumber(value, value < 10 ? 1 : 0)),
    },
  ];
  return (
    <Section title={words().load} hint={words().loadHint(props.overview.node)}>
      <Show
        when={props.overview.samples.length > 0}
        fallback={<p class={pages.small}>{words().collecting}</p>}
      >
        <div class={styles.plots}>
          <For each={figures()}>
            {(figure) => <FigurePlot figure={figure} samples={props.overview.samples} />}
          </For>
        </div>
      </Show>
    </Section>
  );
}

function FigurePlot(props: { readonly figure: Figure; readonly samples: readonly AdminSample[] }) {
  const values = () => props.samples.map(props.figure.of);
  const last = () => values().at(-1) ?? 0;
  const change = () => {
    const difference = last() - (values()[0] ?? 0);
    const amount = props.figure.format(Math.abs(difference));
    if (amount === props.figure.format(0)) return t().overview.unchanged;
    return t().overview.change({
      amount: `${difference > 0 ? "+" : "−"}${amount}`,
      count: minutesOf(props.samples),
    });
  };
  return (
    <Plot
      name={props.figure.name}
      last={props.figure.format(last())}
      change={change()}
      description={t().overview.plot({
        name: props.figure.name,
        last: props.figure.format(last()),
        lowest: props.figure.format(Math.min(...values())),
        highest: props.figure.format(Math.max(...values())),
      })}
      values={values()}
    />
  );
}

function minutesOf(samples: readonly AdminSample[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return 0;
  return Math.max(1, Math.round((new Date(last.at).getTime() - new Date(first.at).getTime()) / 60_000));
}
