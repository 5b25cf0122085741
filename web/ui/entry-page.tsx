import type { JSX } from "solid-js";
import styles from "./entry-page.module.css";

/** A page of one card in the middle, as those before a login. */
export function EntryPage(props: {
  readonly title: string;
  /** The address of the mark above the title, if it is not that of the client. */
  readonly icon?: string;
  /** What stands above the title instead of that mark. */
  readonly mark?: JSX.Element;
  readonly children: JSX.Element;
}) {
  return (
    <main class={styles.page}>
      <section class={styles.card}>
        <div class={styles.mark}>
          {props.mark ?? <img src={props.icon ?? "/icon.svg"} alt="" width="48" height="48" />}
        </div>
        <div class={styles.heading}>
          <h1 class={styles.title} dir="auto">
            {props.title}
          </h1>
          <p class={styles.host} dir="ltr">
            {location.host}
          </p>
        </div>
        {props.children}
      </section>
    </main>
  );
}
