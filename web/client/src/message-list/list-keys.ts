import { actionsOf } from "../message/actions/message-actions.ts";
import type { MessageListState } from "../message/list-context.ts";
import type { ListScroll } from "./list-scroll.ts";

/** The row of a message that an event came from, as its id. */
export function messageIdAt(target: EventTarget | null): string | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-message]") : null;
  return row?.dataset.message;
}

/** Keys of the list: arrows move from message to message, letters act on the one with the focus. */
export function handleListKey(
  event: KeyboardEvent,
  list: MessageListState,
  scroll: ListScroll,
  focusRow: (messageId: string) => void,
): void {
  const id = messageIdAt(event.target);
  const isRow = event.target instanceof HTMLElement && event.target.dataset.message !== undefined;
  if (id === undefined || !isRow || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = neighbour(event.key, id, [...list.layout().keys()], scroll.rowsPerScreen());
  if (to !== undefined) {
    event.preventDefault();
    list.setCurrent(to);
    scroll.toKey(to, "nearest");
    requestAnimationFrame(() => focusRow(to));
    return;
  }
  const message = list.client.messages.get(id);
  const act = message && keyAction(event, actionsOf(list, message));
  if (!act) return;
  event.preventDefault();
  act();
}

function neighbour(key: string, id: string, ids: readonly string[], screen: number): string | undefined {
  const index = ids.indexOf(id);
  const last = ids.length - 1;
  const moves: Record<string, number> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    PageUp: index - screen,
    PageDown: index + screen,
    Home: 0,
    End: last,
  };
  const to = moves[key];
  return to === undefined ? undefined : ids[Math.min(last, Math.max(0, to))];
}

function keyAction(event: KeyboardEvent, actions: ReturnType<typeof actionsOf>): (() => void) | undefined {
  const { reply, edit, remove, togglePin, markUnread, copyText } = actions;
  switch (event.key.toLowerCase()) {
    case "r":
      return reply && (() => reply(!event.shiftKey));
    case "e":
      return edit;
    case "delete":
      return remove && (() => remove(event.shiftKey));
    case "p":
      return togglePin;
    case "u":
      return markUnread;
    case "c":
      return copyText;
  }
}
