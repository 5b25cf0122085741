import { useLocation, useNavigate, useSearchParams } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { EmptyState } from "@ui/state.tsx";
import { type Column, Table, type TableSelection } from "@ui/table.tsx";
import { readSorting, writeSorting } from "@ui/table-sort.ts";
import { Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { type Load, Loaded } from "./loaded.tsx";
import styles from "./page.module.css";

/** How many rows a page of a list has. */
export const pageSize = 50;

interface ListViewProps<Row> {
  readonly label: string;
  readonly load: Load<readonly Row[]>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf?: (row: Row) => string;
  readonly selection?: TableSelection;
  readonly onOpen?: (row: Row) => void;
  /** What an empty list says; a list that was narrowed down says that nothing fits. */
  readonly empty: { readonly title: string; readonly hint?: string };
  readonly isFiltered?: boolean;
  /** The parameter that holds the id of the last row of the page before; without it, there is one page. */
  readonly cursor?: "after" | "before";
}

/** A list as a table, sorted as the address says, with the way to its other pages. */
export function ListView<Row>(props: ListViewProps<Row>) {
  const [search, setSearch] = useSearchParams<{ sort?: string }>();
  return (
    <Loaded resource={props.load.resource} onRetry={props.load.reload}>
      {(rows) => (
        <>
          <Show
            when={rows().length > 0}
            fallback={
              <EmptyState title={props.isFiltered ? t().common.nothingFound : props.empty.title}>
                {props.isFiltered ? t().common.nothingFoundHint : props.empty.hint}
              </EmptyState>
            }
          >
            <div class={styles.panel}>
              <Table
                label={props.label}
                columns={props.columns}
                rows={rows()}
                keyOf={props.keyOf}
                nameOf={props.nameOf}
                selection={props.selection}
                onOpen={props.onOpen}
                sorting={readSorting(search.sort)}
                onSort={(sorting) => setSearch({ sort: writeSorting(sorting) }, { replace: true })}
              />
            </div>
          </Show>
          <Show when={props.cursor}>
            {(cursor) => (
              <Pager cursor={cursor()} count={rows().length} last={lastKey(rows(), props.keyOf)} />
            )}
          </Show>
        </>
      )}
    </Loaded>
  );
}

function lastKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string): string {
  const last = rows.at(-1);
  return last === undefined ? "" : keyOf(last);
}

function Pager(props: {
  readonly cursor: "after" | "before";
  readonly count: number;
  readonly last: string;
}) {
  const [search, setSearch] = useSearchParams();
  const location = useLocation<{ isNextPage?: boolean }>();
  const navigate = useNavigate();
  const isFirst = () => !search[props.cursor];
  // Only pages that were left by the button are behind this one.
  const canGoBack = () => location.state?.isNextPage === true;
  return (
    <Show when={!isFirst() || props.count === pageSize}>
      <div class={styles.pager}>
        <Show when={!isFirst()}>
          <Button onClick={() => (canGoBack() ? navigate(-1) : setSearch({ [props.cursor]: undefined }))}>
            {canGoBack() ? t().common.previousPage : t().common.firstPage}
          </Button>
        </Show>
        <Button
          disabled={props.count < pageSize}
          onClick={() =>
            setSearch({ [props.cursor]: props.last }, { state: { isNextPage: true }, scroll: true })
          }
        >
          {t().common.nextPage}
        </Button>
      </div>
    </Show>
  );
}
