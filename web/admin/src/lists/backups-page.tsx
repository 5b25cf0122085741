import { type Column, Table } from "@ui/table.tsx";
import { Show } from "solid-js";
import type { AdminBackups } from "../api/types.ts";
import { createLoad, Loaded } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { type Fact, Facts, Page, Section } from "../components/page.tsx";
import { Moment } from "../components/values.tsx";
import { formatBytes } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";
import { BackupDestinations } from "./backup-destinations.tsx";

type Archive = AdminBackups["backups"][number];

export default function BackupsPage() {
  const load = createLoad<AdminBackups>(() => "/admin/backups");
  return (
    <Page title={t().backups.title}>
      <Loaded resource={load.resource} onRetry={load.reload}>
        {(backups) => <Backups backups={backups()} />}
      </Loaded>
    </Page>
  );
}

function Backups(props: { readonly backups: AdminBackups }) {
  const words = () => t().backups;
  const schedule = (): (Fact | undefined)[] => {
    const { every, verify_every, keep, to } = props.backups;
    return [
      [words().every, every ?? words().notScheduled],
      verify_every ? [words().verifyEvery, verify_every] : undefined,
      keep === undefined ? undefined : [words().keep, words().archives(keep)],
      to ? [words().to, <code class={styles.mono}>{to}</code>] : undefined,
    ];
  };
  const columns = (): Column<Archive>[] => [
    { id: "name", label: words().name, cell: ({ name }) => <code class={styles.mono}>{name}</code> },
    { id: "when", label: words().when, cell: ({ at }) => <Moment at={at} /> },
    { id: "size", label: words().size, cell: ({ bytes }) => formatBytes(bytes), isNumber: true },
  ];
  return (
    <>
      <Section title={words().schedule}>
        <Facts facts={schedule()} />
      </Section>
      <Show when={!props.backups.made}>
        <div class={styles.stack}>
          <p>{words().how}</p>
          <pre class={styles.command}>ermine backup --every 1d</pre>
        </div>
      </Show>
      <BackupDestinations destinations={props.backups.destinations} />
      <Section title={words().list}>
        <Show
          when={props.backups.backups.length > 0}
          fallback={<p class={styles.small}>{words().noArchives}</p>}
        >
          <div class={styles.panel}>
            <Table
              label={words().list}
              columns={columns()}
              rows={props.backups.backups}
              keyOf={({ name }) => name}
            />
          </div>
        </Show>
      </Section>
    </>
  );
}
