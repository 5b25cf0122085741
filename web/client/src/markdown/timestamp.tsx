import { createSignal } from "solid-js";
import { locale } from "../i18n/i18n.ts";
import { describeMoment } from "./describe-moment.ts";
import styles from "./markdown.module.css";
import type { TimestampStyle } from "./tree.ts";

const [now, setNow] = createSignal(Date.now());
// One timer for all messages keeps relative times up to date.
setInterval(() => setNow(Date.now()), 30_000);

/** A moment that the author wrote, in the reader's language and time zone. */
export function Timestamp(props: { readonly seconds: number; readonly style: TimestampStyle }) {
  const date = () => new Date(props.seconds * 1000);
  return (
    <time
      class={styles.timestamp}
      datetime={date().toISOString()}
      title={describeMoment(date(), "F", locale(), now())}
    >
      {describeMoment(date(), props.style, locale(), now())}
    </time>
  );
}
