import { isMotionReduced } from "../components/appearance.ts";
import { fullDistance, listenToSwipe } from "../components/swipe.ts";
import { actionsOf } from "../message/actions/message-actions.ts";
import type { MessageListState } from "../message/list-context.ts";
import { messageIdAt } from "./list-keys.ts";

/** A message that is dragged towards the start of its lines is replied to. */
export function listenToReplySwipe(scroller: HTMLElement, state: MessageListState): void {
  let row: HTMLElement | undefined;
  const replyOf = (target: EventTarget | null) => {
    const message = state.client.messages.get(messageIdAt(target) ?? "");
    return message && actionsOf(state, message).reply;
  };
  listenToSwipe(scroller, {
    direction: -1,
    accepts({ target }) {
      const found = target instanceof Element ? target.closest<HTMLElement>("[data-message]") : null;
      row = found && replyOf(found) ? found : undefined;
      return row !== undefined;
    },
    onMove(distance) {
      if (!row) return;
      row.toggleAttribute("data-swiped", distance >= fullDistance);
      const sign = getComputedStyle(row).direction === "rtl" ? 1 : -1;
      if (!isMotionReduced()) row.style.translate = `${sign * Math.min(distance, fullDistance)}px`;
    },
    onEnd(isFull) {
      if (!row) return;
      row.style.translate = "";
      row.removeAttribute("data-swiped");
      if (isFull) replyOf(row)?.(true);
    },
  });
}
