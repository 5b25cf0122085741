import { ArrowDown, ArrowUp } from "@ui/icons.ts";
import { createEffect, createMemo, createSignal, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { t } from "../i18n/i18n.ts";
import { useMessageList } from "../message/list-context.ts";
import type { ListScroll } from "./list-scroll.ts";
import styles from "./message-list.module.css";

/** Leads to the first unread message while it is out of view and the reader has not seen it. */
export function UnreadBar(props: { readonly scroll: ListScroll | undefined }) {
  const { messages, layout, readState, jumps } = useMessageList();
  const [seenLine, setSeenLine] = createSignal<string>();
  const firstUnread = createMemo(() => [...layout()].find(([, row]) => row.isFirstUnread)?.[0]);
  const place = createMemo(() => {
    const line = readState.lineAfter();
    const window = messages.window();
    const inView = props.scroll?.inView();
    if (line === undefined || !window || !inView) return undefined;
    // What is loaded may begin after the line, or end before it.
    if (!window.hasStart && (window.ids[0] ?? "") > line) return "above";
    const first = firstUnread();
    if (first === undefined) return window.hasEnd ? undefined : "below";
    if (first < inView.first) return "above";
    return first > inView.last ? "below" : "seen";
  });
  createEffect(() => place() === "seen" && setSeenLine(readState.lineAfter()));
  return (
    <Show when={place() !== undefined && place() !== "seen" && seenLine() !== readState.lineAfter()}>
      <button type="button" class={styles.pill} onClick={() => jumps.toFirstUnread()}>
        <Dynamic
          component={place() === "above" ? ArrowUp : ArrowDown}
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
        />
        {t().messages.jumpToUnread}
      </button>
    </Show>
  );
}
