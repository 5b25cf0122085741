import { createEffect, createUniqueId, For, type JSX, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import styles from "./page.module.css";

/** A page: its title, what can be done with all of it, and its content. */
export function Page(props: {
  readonly title: string;
  readonly hint?: string;
  /** Above the title: the way back. */
  readonly lead?: JSX.Element;
  readonly actions?: JSX.Element;
  readonly children: JSX.Element;
}) {
  createEffect(() => {
    document.title = `${props.title} · ${t().common.title}`;
  });
  return (
    <div class={styles.page}>
      <header class={styles.header}>
        <div class={styles.words}>
          {props.lead}
          <h1 class={styles.title} dir="auto">
            {props.title}
          </h1>
          <Show when={props.hint}>
            <p class={styles.hint}>{props.hint}</p>
          </Show>
        </div>
        <Show when={props.actions}>
          <div class={styles.actions}>{props.actions}</div>
        </Show>
      </header>
      {props.children}
    </div>
  );
}

/** A part of a page with a heading. */
export function Section(props: {
  readonly title: string;
  readonly hint?: string;
  readonly actions?: JSX.Element;
  readonly children: JSX.Element;
}) {
  const id = createUniqueId();
  return (
    <section class={styles.section} aria-labelledby={id}>
      <div class={styles.sectionHeader}>
        <h2 id={id} class={styles.heading}>
          {props.title}
        </h2>
        {props.actions}
      </div>
      <Show when={props.hint}>
        <p class={styles.hint}>{props.hint}</p>
      </Show>
      {props.children}
    </section>
  );
}

export type Fact = readonly [name: string, value: JSX.Element];

/** Names with what they are: `undefined` and `false` are left out. */
export function Facts(props: { readonly facts: readonly (Fact | undefined | false)[] }) {
  return (
    <dl class={styles.facts}>
      <For each={props.facts.filter((fact) => fact !== undefined && fact !== false)}>
        {([name, value]) => (
          <div class={styles.fact}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        )}
      </For>
    </dl>
  );
}
