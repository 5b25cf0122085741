import type { LucideIcon } from "@ui/icons.ts";
import { createLoaded } from "@ui/loaded.tsx";
import { EmptyState } from "@ui/state.tsx";
import { For, type JSX, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import styles from "./page.module.css";
import { PauseNotice } from "./pause-notice.tsx";

export const Loaded = createLoaded(t, PauseNotice);

/** A list with a row for each thing, or a notice that there are none. */
export function RowList<T>(props: {
  readonly each: readonly T[];
  readonly icon: LucideIcon;
  readonly none: string;
  readonly noneHint?: string;
  readonly children: (item: T) => JSX.Element;
}) {
  return (
    <Show
      when={props.each.length > 0}
      fallback={
        <EmptyState icon={props.icon} title={props.none}>
          {props.noneHint}
        </EmptyState>
      }
    >
      <ul class={styles.list}>
        <For each={props.each}>{props.children}</For>
      </ul>
    </Show>
  );
}

/** A row of a list: what it is, a line about it, and what can be done with it. */
export function Row(props: {
  readonly icon?: JSX.Element;
  readonly title: JSX.Element;
  readonly isCode?: boolean;
  readonly detail?: JSX.Element;
  readonly isWrapping?: boolean;
  readonly children?: JSX.Element;
}) {
  return (
    <li class={`${styles.row} ${props.isWrapping ? styles.wrapping : ""}`}>
      {props.icon}
      <div class={styles.rowText}>
        <bdi class={`${styles.rowTitle} ${props.isCode ? styles.code : ""}`}>{props.title}</bdi>
        <Show when={props.detail}>{(detail) => <bdi class={styles.rowDetail}>{detail()}</bdi>}</Show>
      </div>
      {props.children}
    </li>
  );
}
