import { useSearchParams } from "@solidjs/router";
import { Chip } from "@ui/chip.tsx";
import { EmptyState } from "@ui/state.tsx";
import { Switch } from "@ui/switch.tsx";
import { type Column, Table } from "@ui/table.tsx";
import { Show } from "solid-js";
import type { AdminConfigurationValue } from "../api/types.ts";
import { AddressSearch } from "../components/address-search.tsx";
import { createLoad, Loaded } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { Page } from "../components/page.tsx";
import { t } from "../i18n/i18n.ts";

/** The configuration as it is in force. */
export default function ConfigurationPage() {
  const [search, setSearch] = useSearchParams<{ query?: string; changed?: string }>();
  const load = createLoad<AdminConfigurationValue[]>(() => "/admin/configuration");
  const words = () => t().configuration;
  const onlyChanged = () => search.changed === "1";
  const fits = ({ key, doc, is_default }: AdminConfigurationValue) =>
    (!onlyChanged() || !is_default) &&
    `${key} ${doc}`.toLowerCase().includes((search.query ?? "").toLowerCase());
  const columns = (): Column<AdminConfigurationValue>[] => [
    {
      id: "key",
      label: words().key,
      cell: ({ key, doc }) => (
        <span class={styles.stack}>
          <code class={styles.mono}>{key}</code>
          <span class={styles.small}>{doc}</span>
        </span>
      ),
    },
    { id: "value", label: words().value, cell: (value) => <Value value={value} /> },
    {
      id: "state",
      label: words().state,
      cell: ({ is_default }) => (
        <Chip tone={is_default ? undefined : "accent"}>
          {is_default ? words().standard : words().changed}
        </Chip>
      ),
    },
  ];
  return (
    <Page title={words().title} hint={words().hint}>
      <div class={styles.toolbar}>
        <AddressSearch label={words().search} />
        <Switch
          label={words().onlyChanged}
          value={onlyChanged()}
          onChange={(isOn) => setSearch({ changed: isOn ? "1" : undefined }, { replace: true })}
        />
      </div>
      <Loaded resource={load.resource} onRetry={load.reload}>
        {(values) => (
          <Show
            when={values().some(fits)}
            fallback={<EmptyState title={t().common.nothingFound}>{t().common.nothingFoundHint}</EmptyState>}
          >
            <div class={styles.panel}>
              <Table
                label={words().title}
                columns={columns()}
                rows={values().filter(fits)}
                keyOf={({ key }) => key}
              />
            </div>
          </Show>
        )}
      </Loaded>
    </Page>
  );
}

function Value(props: { readonly value: AdminConfigurationValue }) {
  const words = () => t().configuration;
  const text = () => {
    const { value } = props.value;
    return typeof value === "string" ? value : JSON.stringify(value);
  };
  return (
    <Show
      when={!props.value.is_secret}
      fallback={<span class={styles.small}>{props.value.is_default ? words().isNotSet : words().isSet}</span>}
    >
      <Show when={text()} fallback={<span class={styles.small}>{words().empty}</span>}>
        <code class={styles.mono}>{text()}</code>
      </Show>
    </Show>
  );
}
