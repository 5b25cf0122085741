import { createEffect, createSignal, on, onCleanup, Show } from "solid-js";
import { formatDate } from "../message/message-time.ts";
import { isPendingKey } from "../message/pending-key.ts";
import { timeOf } from "../message/ulid-time.ts";
import type { ListScroll } from "./list-scroll.ts";
import styles from "./message-list.module.css";

/** How long the date stays when nobody scrolls any more. */
const stayTime = 1_500;

/** The date of the first message in view, while the reader scrolls away from the end. The rows say it to screen readers. */
export function DateInView(props: { readonly scroll: ListScroll | undefined }) {
  const [isShown, setShown] = createSignal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  createEffect(
    on(
      () => props.scroll?.inView(),
      (span, before) => {
        // The first view is where the list was placed: nobody has scrolled yet.
        if (!span || !before) return;
        clearTimeout(timer);
        setShown(!props.scroll?.isAtEnd());
        timer = setTimeout(() => setShown(false), stayTime);
      },
    ),
  );
  onCleanup(() => clearTimeout(timer));
  const first = () => {
    const key = props.scroll?.inView()?.first;
    return key === undefined || isPendingKey(key) ? undefined : key;
  };
  return (
    <Show when={isShown() && first()}>
      {(id) => (
        <span class={styles.date} data-date-in-view="" aria-hidden="true">
          {formatDate(timeOf(id()))}
        </span>
      )}
    </Show>
  );
}
