import type { JSX } from "solid-js";
import styles from "./getting-in-page.module.css";

/** The card in the middle of every page before the login. */
export function GettingInPage(props: { readonly title: string; readonly children: JSX.Element }) {
  return (
    <main class={styles.page}>
      <section class={styles.card}>
        <img class={styles.mark} src="/icon.svg" alt="" width="48" height="48" />
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
