import { listen } from "@ui/listen.ts";
import { createEffect, createMemo, on, onCleanup, Show } from "solid-js";
import { Virtualizer } from "virtua/solid";
import { outboxOf } from "../drafts/outbox.ts";
import { ChannelBeginning } from "../message/channel-beginning.tsx";
import { useMessageList } from "../message/list-context.ts";
import { MessageRow } from "../message/message-row.tsx";
import { isPendingKey, nonceOf, pendingKey } from "../message/pending-key.ts";
import { PendingRow } from "../message/pending-row.tsx";
import { handleListKey, messageIdAt } from "./list-keys.ts";
import { createListRows } from "./list-rows.ts";
import { createListScroll, type ListScroll } from "./list-scroll.ts";
import styles from "./message-list.module.css";

/** The latest messages, among which those that are being sent appear. */
const recent = 100;

/** The rows of one part of the history. Another part gets rows of its own. */
export function MessageRows(props: {
  readonly scroller: HTMLElement;
  readonly onScroller: (scroll: ListScroll | undefined) => void;
}) {
  const list = useMessageList();
  const { messages, client, channel } = list;
  const outbox = outboxOf(client);
  const { shownIds } = list;
  const pending = createMemo(() => {
    const waiting = outbox.pendingIn(channel.id);
    if (waiting.length === 0 || !messages.window()?.hasEnd) return [];
    const sent = new Set(
      shownIds()
        .slice(-recent)
        .map((id) => client.messages.get(id)?.nonce),
    );
    return waiting.filter(({ nonce }) => !sent.has(nonce)).map(({ nonce }) => pendingKey(nonce));
  });
  const keys = createMemo(() => [...shownIds(), ...pending()]);
  const rows = createListRows(keys, props.scroller);
  const scroll = createListScroll(messages, rows, props.scroller);
  props.onScroller(scroll);
  onCleanup(() => props.onScroller(undefined));

  // After sending, the user wants to see the message.
  createEffect(
    on(
      () => outbox.pendingIn(channel.id).length,
      (count, before = 0) => {
        if (count <= before) return;
        if (messages.window()?.hasEnd) scroll.toEnd();
        else list.jumps.toEnd();
      },
      { defer: true },
    ),
  );

  const focusRow = (id: string) =>
    props.scroller.querySelector<HTMLElement>(`[data-message="${id}"]`)?.focus({ preventScroll: true });
  /** The row that has the focus, or had it when it went. */
  let focusedId: string | undefined;
  const onFocusChange = ({ target, relatedTarget, type }: FocusEvent) => {
    if (type === "focusin") focusedId = messageIdAt(target);
    else if (relatedTarget) focusedId = undefined;
  };
  // The focus of a message that is deleted goes to the one after it.
  createEffect(
    on(list.layout, (layout) => {
      if (focusedId === undefined || layout.has(focusedId) || document.activeElement !== document.body)
        return;
      const ids = [...layout.keys()];
      const next = ids.find((id) => id > (focusedId ?? "")) ?? ids.at(-1);
      list.setCurrent(next);
      if (next !== undefined) focusRow(next);
    }),
  );
  for (const name of ["focusin", "focusout"] as const) listen(props.scroller, name, onFocusChange);
  listen(props.scroller, "keydown", (event) => handleListKey(event, list, scroll, focusRow));

  // The row with the focus stays while it is scrolled away, and with it the focus.
  const kept = createMemo(() => {
    const wanted = [list.current(), list.conversation.editing()];
    return wanted.map((id) => rows.rows().indexOf(id ?? "")).filter((index) => index !== -1);
  });
  return (
    <>
      <div class={styles.filler} />
      <Show when={list.layout().size === 0 && messages.window()?.hasStart}>
        <ChannelBeginning />
      </Show>
      <div class={styles.rows} data-placing={scroll.isPlaced() ? undefined : ""}>
        <Virtualizer
          ref={scroll.attach}
          scrollRef={props.scroller}
          as="ol"
          item="li"
          data={rows.rows()}
          shift={rows.changesAtStart()}
          keepMounted={kept()}
          bufferSize={400}
          onScroll={scroll.onScroll}
          onResize={scroll.onResize}
        >
          {(key) => (isPendingKey(key) ? <PendingRow nonce={nonceOf(key)} /> : <MessageRow id={key} />)}
        </Virtualizer>
      </div>
    </>
  );
}
