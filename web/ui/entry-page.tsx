import type { JSX } from "solid-js";
import styles from "./entry-page.module.css";

/** A page of one card in the middle, as those before a login. */
export function EntryPage(props: {
  readonly title: string;
  /** The address of the mark above the title, if it is not that of the client. */
  readonly icon?: string;
  readonly children: JSX.Element;
}) {
  return (
    <main class={styles.page}>
      <section class={styles.card}>
        <img class={styles.mark} src={props.icon ?? "/icon.svg"} alt="" width="48" height="48" />
        <div class={styles.heading}>
          <h1 class={styles.title}>{props.title}</h1>
          <p class={styles.host} dir="ltr">
            {location.host}
          </p>
        </div>
        {props.children}
      </section>
    </main>
  );
}
