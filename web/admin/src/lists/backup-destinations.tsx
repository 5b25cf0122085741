import { Chip } from "@ui/chip.tsx";
import { type Column, Table } from "@ui/table.tsx";
import { For, Show } from "solid-js";
import type { AdminBackupDestination } from "../api/types.ts";
import styles from "../components/page.module.css";
import { Section } from "../components/page.tsx";
import { Moment } from "../components/values.tsx";
import { formatBytes } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";

/** How the backups of each destination go. */
export function BackupDestinations(props: { readonly destinations: readonly AdminBackupDestination[] }) {
  const words = () => t().backups;
  const columns = (): Column<AdminBackupDestination>[] => [
    { id: "destination", label: words().destination, cell: nameCell },
    { id: "state", label: words().state, cell: stateCell },
    {
      id: "last",
      label: words().last,
      cell: ({ succeeded_at }) => (succeeded_at ? <Moment at={succeeded_at} /> : words().none),
    },
    {
      id: "verified",
      label: words().verified,
      cell: verifiedCell,
    },
    {
      id: "size",
      label: words().size,
      cell: ({ bytes }) => (bytes === undefined ? "" : formatBytes(bytes)),
      isNumber: true,
    },
  ];
  return (
    <Section title={words().destinations}>
      <Show when={props.destinations.length > 0} fallback={<p class={styles.small}>{words().never}</p>}>
        <div class={styles.panel}>
          <Table
            label={words().destinations}
            columns={columns()}
            rows={props.destinations}
            keyOf={({ destination }) => destination}
          />
        </div>
      </Show>
    </Section>
  );
}

function verifiedCell({ verified_at, was_opened }: AdminBackupDestination) {
  const words = t().backups;
  if (!verified_at) return words.none;
  return (
    <span class={styles.stack}>
      <Moment at={verified_at} />
      <Show when={was_opened === false}>
        <span class={styles.small}>{words.unopened}</span>
      </Show>
    </span>
  );
}

function nameCell({ destination, is_of_server, every_seconds, is_encrypted }: AdminBackupDestination) {
  const words = t().backups;
  const maker = is_of_server ? words.ofServer : every_seconds === undefined ? words.byHand : words.byTimer;
  return (
    <span class={styles.stack}>
      <code class={styles.mono}>{destination}</code>
      <span class={styles.small}>{is_encrypted ? `${maker}, ${words.encrypted}` : maker}</span>
    </span>
  );
}

function stateCell(each: AdminBackupDestination) {
  const words = t().backups;
  const isSerious = (problem: string) => problem === "failing" || problem === "damaged";
  return (
    <span class={styles.stack}>
      <span class={styles.chips}>
        <For each={each.problems} fallback={<Chip tone="ok">{words.ok}</Chip>}>
          {(problem) => <Chip tone={isSerious(problem) ? "danger" : "warn"}>{words.problems[problem]}</Chip>}
        </For>
      </span>
      <Failure since={each.failing_since} error={each.error} />
      <Failure since={each.damaged_since} error={each.damage} />
      <Show when={each.repaired_files > 0}>
        <span class={styles.small}>{words.repaired(each.repaired_files)}</span>
      </Show>
    </span>
  );
}

function Failure(props: { readonly since: string | undefined; readonly error: string | undefined }) {
  return (
    <Show when={props.since}>
      {(since) => (
        <span class={styles.small}>
          {t().backups.failingSince} <Moment at={since()} />: {props.error}
        </span>
      )}
    </Show>
  );
}
