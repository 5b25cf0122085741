import { A, useSearchParams } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import type { Column } from "@ui/table.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createEffect, createSignal, For, on, Show } from "solid-js";
import { withQuery } from "../api/call.ts";
import type { AdminAction } from "../api/types.ts";
import { ListView, pageSize } from "../components/list-view.tsx";
import { createLoad } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { Page } from "../components/page.tsx";
import { Moment } from "../components/values.tsx";
import { t } from "../i18n/i18n.ts";

const isId = (text: string) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text);

/** What operators did. */
export default function AuditPage() {
  const [search, setSearch] = useSearchParams<{ actor?: string; target?: string; before?: string }>();
  const words = () => t().audit;
  const load = createLoad<AdminAction[]>(() =>
    withQuery("/admin/audit", {
      actor: search.actor,
      target: search.target,
      before: search.before,
      limit: String(pageSize),
    }),
  );
  const isFiltered = () => Boolean(search.actor ?? search.target);
  const columns = (): Column<AdminAction>[] => [
    {
      id: "action",
      label: words().action,
      cell: ({ action, details }) => (
        <span class={styles.stack}>
          <code class={`${styles.mono} ${styles.whole}`}>{action}</code>
          <Details details={details} />
        </span>
      ),
      sortBy: ({ action }) => action,
    },
    {
      id: "target",
      label: words().target,
      cell: ({ target }) => (target ? <Reference id={target} parameter="target" /> : "–"),
    },
    {
      id: "actor",
      label: words().actor,
      cell: ({ actor, actor_name: name, source }) => (
        <span class={styles.stack}>
          <Reference id={actor} name={name} parameter="actor" />
          <span class={styles.small}>{words().sources[source]}</span>
        </span>
      ),
    },
    {
      id: "when",
      label: words().when,
      cell: ({ at }) => <Moment at={at} />,
      sortBy: ({ at }) => at,
    },
  ];
  return (
    <Page title={words().title} hint={words().hint}>
      <div class={`${styles.toolbar} ${styles.filters}`}>
        <IdFilter
          label={words().filterActor}
          value={search.actor ?? ""}
          onChange={(actor) => setSearch({ actor: actor || undefined, before: undefined })}
        />
        <IdFilter
          label={words().filterTarget}
          value={search.target ?? ""}
          onChange={(target) => setSearch({ target: target || undefined, before: undefined })}
        />
        <Show when={isFiltered()}>
          <Button onClick={() => setSearch({ actor: undefined, target: undefined, before: undefined })}>
            {words().clear}
          </Button>
        </Show>
      </div>
      <ListView
        label={words().title}
        load={load}
        columns={columns()}
        keyOf={({ _id }) => _id}
        empty={{ title: words().empty, hint: words().emptyHint }}
        isFiltered={isFiltered() || Boolean(search.before)}
        cursor="before"
      />
    </Page>
  );
}

/** An id that narrows the list down to itself; a name of the machine stays a word. */
function Reference(props: {
  readonly id: string;
  readonly name?: string | undefined;
  readonly parameter: "actor" | "target";
}) {
  return (
    <Show when={isId(props.id)} fallback={<span dir="auto">{props.id}</span>}>
      <A
        class={props.name ? styles.link : `${styles.mono} ${styles.whole}`}
        href={`/audit?${props.parameter}=${props.id}`}
        dir="auto"
      >
        {props.name ?? props.id}
      </A>
    </Show>
  );
}

function Details(props: { readonly details: AdminAction["details"] }) {
  return (
    <For each={Object.entries(props.details)}>
      {([name, value]) => (
        <span class={styles.small} dir="auto">
          {name}: {typeof value === "string" ? value : JSON.stringify(value)}
        </span>
      )}
    </For>
  );
}

/** A field for an id: it filters as soon as it is empty or whole. */
function IdFilter(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const [text, setText] = createSignal(props.value);
  createEffect(on(() => props.value, setText, { defer: true }));
  function onInput(value: string): void {
    setText(value);
    const id = value.trim().toUpperCase();
    if (id === "" || isId(id)) props.onChange(id);
  }
  return <TextField label={props.label} value={text()} onChange={onInput} />;
}
