import { For } from "solid-js";
import type { AdminOverview } from "../api/types.ts";
import pages from "../components/page.module.css";
import { Facts, Section } from "../components/page.tsx";
import { Moment } from "../components/values.tsx";
import { formatAge, formatBytes, formatNumber } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";
import styles from "./overview.module.css";

/** In the order of how often somebody asks. */
const countNames = [
  "users",
  "servers",
  "messages",
  "channels",
  "bots",
  "sessions",
  "files",
  "file_bytes",
  "database_bytes",
  "jobs",
] as const;

/** How much of everything there is, and what runs. */
export function Amounts(props: { readonly overview: AdminOverview }) {
  const words = () => t().overview;
  const countedAt = () => {
    const at: string | undefined = props.overview.counted_at;
    return at === undefined ? words().counting : words().countedAt(formatAge(at));
  };
  const amounts = (): [string, string][] => [
    [words().online, formatNumber(props.overview.online_users)],
    ...countNames
      .filter((name) => name in props.overview.counts)
      .map((name): [string, string] => {
        const count = props.overview.counts[name] ?? 0;
        return [words().counts[name], name.endsWith("bytes") ? formatBytes(count) : formatNumber(count)];
      }),
  ];
  return (
    <>
      <Section title={words().amounts} hint={countedAt()}>
        <dl class={styles.amounts}>
          <For each={amounts()}>
            {([name, amount]) => (
              <div class={styles.amount}>
                <dt>{name}</dt>
                <dd>{amount}</dd>
              </div>
            )}
          </For>
        </dl>
      </Section>
      <Section title={words().server}>
        <Facts
          facts={[
            [words().version, props.overview.version],
            props.overview.commit
              ? [words().commit, <code class={pages.mono}>{props.overview.commit}</code>]
              : undefined,
            [words().node, props.overview.node],
            [words().startedAt, <Moment at={props.overview.started_at} />],
          ]}
        />
      </Section>
    </>
  );
}
