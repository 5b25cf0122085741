import { For, type JSX, Show } from "solid-js";
import { ArrowDown, ArrowUp } from "./icons.ts";
import styles from "./table.module.css";
import { moveInRows } from "./table-keys.ts";
import { type Sorting, sortRows } from "./table-sort.ts";

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => JSX.Element;
  /** What rows are sorted by; without it, the column cannot be sorted. */
  readonly sortBy?: (row: Row) => string | number;
  readonly isNumber?: boolean;
  /** For columns of buttons: the label is for screen readers. */
  readonly isBare?: boolean;
}

/** Which rows are chosen, by their keys. */
export interface TableSelection {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
  readonly allLabel: string;
  readonly rowLabel: (name: string) => string;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf?: (row: Row) => string;
  readonly sorting?: Sorting;
  readonly onSort?: (sorting: Sorting) => void;
  readonly selection?: TableSelection;
  /** What Enter does on the box that chooses a row. */
  readonly onOpen?: (row: Row) => void;
}

/** Rows and columns; the first column says what a row is about. On narrow screens every row is a card. */
export function Table<Row>(props: TableProps<Row>) {
  const rows = () => sortRows(props.rows, props.columns, props.sorting);
  const isAllChosen = () => props.rows.every((row) => props.selection?.keys.has(props.keyOf(row)));

  function choose(keys: readonly string[], isChosen: boolean): void {
    const chosen = new Set(props.selection?.keys);
    for (const key of keys) isChosen ? chosen.add(key) : chosen.delete(key);
    props.selection?.onChange(chosen);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { target } = event;
    if (event.key === "Escape" && props.selection?.keys.size) choose(props.rows.map(props.keyOf), false);
    if (event.key === "Enter" && target instanceof HTMLInputElement) {
      const row = rows().find((row) => props.keyOf(row) === target.value);
      if (row) props.onOpen?.(row);
    }
    const reached = moveInRows(event);
    if (event.shiftKey && reached instanceof HTMLInputElement && target instanceof HTMLInputElement)
      choose([target.value, reached.value], true);
  }

  return (
    <table class={styles.table} aria-label={props.label}>
      <thead>
        <tr>
          <Show when={props.selection}>
            {(selection) => (
              <th scope="col" class={styles.choice}>
                <label class={styles.box}>
                  <input
                    type="checkbox"
                    aria-label={selection().allLabel}
                    checked={props.rows.length > 0 && isAllChosen()}
                    onChange={(event) => choose(props.rows.map(props.keyOf), event.currentTarget.checked)}
                  />
                </label>
              </th>
            )}
          </Show>
          <For each={props.columns}>
            {(column) => <Heading column={column} sorting={props.sorting} onSort={props.onSort} />}
          </For>
        </tr>
      </thead>
      <tbody onKeyDown={onKeyDown}>
        <For each={rows()}>
          {(row) => (
            <tr data-chosen={props.selection?.keys.has(props.keyOf(row)) ? "" : undefined}>
              <Show when={props.selection}>
                {(selection) => (
                  <td class={styles.choice}>
                    <label class={styles.box}>
                      <input
                        type="checkbox"
                        value={props.keyOf(row)}
                        aria-label={selection().rowLabel(props.nameOf?.(row) ?? props.keyOf(row))}
                        checked={selection().keys.has(props.keyOf(row))}
                        onChange={(event) => choose([props.keyOf(row)], event.currentTarget.checked)}
                      />
                    </label>
                  </td>
                )}
              </Show>
              <For each={props.columns}>
                {(column, index) => (
                  <Show
                    when={index() > 0}
                    fallback={
                      <th scope="row" class={styles.subject}>
                        {column.cell(row)}
                      </th>
                    }
                  >
                    <td
                      data-label={column.isBare ? undefined : column.label}
                      data-number={mark(column.isNumber)}
                    >
                      {column.cell(row)}
                    </td>
                  </Show>
                )}
              </For>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}

function Heading<Row>(props: {
  readonly column: Column<Row>;
  readonly sorting: Sorting | undefined;
  readonly onSort: ((sorting: Sorting) => void) | undefined;
}) {
  const own = () => (props.sorting?.column === props.column.id ? props.sorting : undefined);
  const direction = () => (own()?.isDescending ? "descending" : "ascending");
  return (
    <th scope="col" aria-sort={own() && direction()} data-number={mark(props.column.isNumber)}>
      <Show
        when={props.column.sortBy && props.onSort}
        fallback={
          <span class={props.column.isBare ? "visually-hidden" : undefined}>{props.column.label}</span>
        }
      >
        {(onSort) => (
          <button
            type="button"
            class={styles.sort}
            onClick={() =>
              onSort()({ column: props.column.id, isDescending: own() ? !own()?.isDescending : false })
            }
          >
            {props.column.label}
            <Show when={own()}>
              {(sorting) =>
                sorting().isDescending ? (
                  <ArrowDown size={14} aria-hidden="true" />
                ) : (
                  <ArrowUp size={14} aria-hidden="true" />
                )
              }
            </Show>
          </button>
        )}
      </Show>
    </th>
  );
}

const mark = (isSet: boolean | undefined) => (isSet ? "" : undefined);
