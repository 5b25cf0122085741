import { listen } from "@ui/listen.ts";
import { createEffect, on } from "solid-js";
import { isPressed } from "../components/shortcuts.ts";
import { isWindowFocused } from "../components/window-focus.ts";
import type { MessageListState } from "../message/list-context.ts";
import type { ListScroll } from "./list-scroll.ts";

/** Acknowledges what is seen at the end of the list in a focused window; Esc marks all of it as read. */
export function watchReading(list: MessageListState, scroll: () => ListScroll | undefined): void {
  const { messages, channel, readState } = list;
  listen(window, "keydown", onKeyDown);

  const isSeen = () => isWindowFocused() && (scroll()?.isAtEnd() ?? false);
  /** The channel's last message may be deleted and still count as unread. */
  const latest = () => {
    const loaded = messages.window()?.ids.at(-1) ?? "";
    const known = channel.lastMessageId ?? "";
    return [loaded, known].sort().at(-1);
  };
  createEffect(() => {
    const last = latest();
    if (!isSeen() || !last) return;
    messages.seeEnd();
    if (channel.unread) readState.see(last);
  });
  createEffect(
    on(
      () => messages.window()?.unseen ?? 0,
      (count, before = 0) => {
        if (count > before && !isSeen()) readState.arriveUnseen();
      },
    ),
  );

  function onKeyDown(event: KeyboardEvent): void {
    const isElsewhere = document.querySelector('[role="dialog"], [role="menu"]') !== null;
    const last = latest();
    if (event.defaultPrevented || isElsewhere || !last) return;
    if (event.key === "Escape" && list.conversation.editing()) list.conversation.setEditing(undefined);
    else if (isPressed(event, "markRead")) {
      readState.markRead(last);
      list.jumps.toEnd();
    }
  }
}
