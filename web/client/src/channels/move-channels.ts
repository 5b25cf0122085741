import { createDragOrder } from "@ui/drag-order.ts";
import { ArrowDown, ArrowUp } from "@ui/icons.ts";
import type { MenuEntry } from "@ui/menu.tsx";
import { createSignal } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import {
  dropInLayout,
  type Group,
  isGroup,
  stepChannel,
  stepGroup,
  titleOfGroup,
} from "../servers/channel-layout.ts";
import { applyLayout, serverLayout } from "../servers/server-layout.ts";
import { useClient } from "../session/context.tsx";

export type ChannelMoves = ReturnType<typeof createChannelMoves>;

/**
 * Moving channels and categories in the list of channels: by dragging, by Ctrl Shift and the arrow keys, and by the
 * menu. For those who may; for everybody else nothing can be moved.
 */
export function createChannelMoves(server: () => Server) {
  const client = useClient();
  const [announcement, announce] = createSignal("");
  const mayMove = () => server().havePermission("ManageChannel");
  const layout = () => serverLayout(server());
  const apply = (next: readonly Group[]) => void applyLayout(client, server(), next);
  const drag = createDragOrder({
    accepts: (id, target) => !isGroup(layout(), id) || isGroup(layout(), target),
    onDrop: (id, landing) => apply(dropInLayout(layout(), id, landing)),
  });

  const stepped = (from: readonly Group[], id: string, step: -1 | 1) =>
    isGroup(from, id)
      ? stepGroup(from, id, step)
      : stepChannel(from, id, step, (other) => client.channels.has(other));

  function move(id: string, name: string, step: -1 | 1): void {
    const from = layout();
    const next = stepped(from, id, step);
    if (next === from) return;
    apply(next);
    const group = next.find((each) => each.id === id || each.channels.includes(id));
    announce(t().serverSettings.movedTo({ name, category: titleOfGroup(group, t().servers.noCategory) }));
  }

  return {
    announcement,
    /** The attributes of what can be moved. */
    item(id: string, name: string) {
      if (!mayMove()) return {};
      return {
        ...drag.item(id),
        "aria-keyshortcuts": "Control+Shift+ArrowUp Control+Shift+ArrowDown",
        // On touch screens a drag scrolls the list; there the menu moves channels.
        onPointerDown: (event: PointerEvent) => event.pointerType === "mouse" && drag.begin(id, event),
        onKeyDown(event: KeyboardEvent & { readonly currentTarget: HTMLElement }) {
          const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
          if (!step || !event.ctrlKey || !event.shiftKey) return;
          event.preventDefault();
          move(id, name, step);
          // Moving the element takes the focus from it, and in another category it is a new one.
          queueMicrotask(() =>
            document.querySelector<HTMLElement>(`[data-drop-id="${CSS.escape(id)}"]`)?.focus(),
          );
        },
      };
    },
    menu(id: string, name: string): MenuEntry[] {
      const from = layout();
      const mayGo = (step: -1 | 1) => mayMove() && stepped(from, id, step) !== from;
      const entry = (step: -1 | 1): MenuEntry => ({
        label: step < 0 ? t().servers.moveUp : t().servers.moveDown,
        icon: step < 0 ? ArrowUp : ArrowDown,
        onSelect: () => move(id, name, step),
      });
      return [mayGo(-1) && entry(-1), mayGo(1) && entry(1)];
    },
  };
}
