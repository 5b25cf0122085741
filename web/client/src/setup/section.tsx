import { createUniqueId, type JSX, onMount, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import styles from "./setup.module.css";

/** The frame of the page: a title, a sentence, and sections below each other. */
export function SetupFrame(props: {
  readonly title: string;
  readonly hint: string;
  /** Whether it takes the place of another page: then reading begins at its title. */
  readonly isNext?: boolean;
  readonly children: JSX.Element;
}) {
  let title: HTMLHeadingElement | undefined;
  onMount(() => props.isNext && title?.focus());
  return (
    <main class={styles.page}>
      <div class={styles.column}>
        <header class={styles.heading}>
          <img src="/icon.svg" alt="" width="48" height="48" />
          <h1 ref={title} class={styles.title} tabindex="-1">
            {props.title}
          </h1>
          <p class={styles.hint}>{props.hint}</p>
        </header>
        {props.children}
      </div>
    </main>
  );
}

export function Section(props: {
  readonly title: string;
  readonly hint: string;
  /** The value that ermine.toml or a variable sets: then there is nothing to ask. */
  readonly fixed?: string;
  readonly children: JSX.Element;
}) {
  const id = createUniqueId();
  return (
    <section class={styles.section} aria-labelledby={id}>
      <h2 class={styles.sectionTitle} id={id}>
        {props.title}
      </h2>
      <Show when={props.fixed === undefined} fallback={<p>{t().setup.fixed(props.fixed ?? "")}</p>}>
        <p class={styles.hint}>{props.hint}</p>
        {props.children}
      </Show>
    </section>
  );
}

/** What a check found, which screen readers hear. */
export function Outcome(props: {
  readonly outcome: { readonly ok: boolean; readonly text: string } | undefined;
}) {
  return (
    <div role="status">
      <Show when={props.outcome}>
        {(found) => (
          <p class={styles.outcome} data-ok={found().ok ? "" : undefined}>
            {found().text}
          </p>
        )}
      </Show>
    </div>
  );
}
