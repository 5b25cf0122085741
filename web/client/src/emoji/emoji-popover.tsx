import { Popover } from "@kobalte/core/popover";
import { Skeleton } from "@ui/state.tsx";
import { createSignal, type JSX, Suspense } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import styles from "./emoji-popover.module.css";
import { EmojiPicker } from "./open-picker.tsx";

/** A button that opens the emoji picker. The button's content and class come from the caller. */
export function EmojiPopover(props: {
  readonly label: string;
  readonly class?: string;
  readonly onlyOf?: Server | undefined;
  /** Called with an emoji of Unicode, or the id of a custom one. */
  readonly onPick: (emoji: string) => void;
  /** Where the focus goes afterwards, if not back to the button. */
  readonly focusAfterwards?: () => HTMLElement | undefined;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly children: JSX.Element;
}) {
  const [isOpen, setOpenState] = createSignal(false);
  const setOpen = (isOpen: boolean) => {
    setOpenState(isOpen);
    props.onOpenChange?.(isOpen);
  };
  return (
    <Popover open={isOpen()} onOpenChange={setOpen} placement="top-end" gutter={8}>
      <Popover.Trigger class={props.class} aria-label={props.label} title={props.label}>
        {props.children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          class={styles.popover}
          aria-label={t().composer.emoji}
          onOpenAutoFocus={(event) => {
            // The picker knows what to focus: on a phone not its field, which would open the keyboard.
            event.preventDefault();
            const content = event.currentTarget;
            if (content instanceof HTMLElement && !content.contains(document.activeElement)) content.focus();
          }}
          onCloseAutoFocus={(event) => {
            const target = props.focusAfterwards?.();
            if (!target) return;
            event.preventDefault();
            target.focus();
          }}
        >
          <Suspense fallback={<Skeleton lines={6} label={t().common.loading} />}>
            <EmojiPicker
              onlyOf={props.onlyOf}
              onPick={(emoji) => {
                setOpen(false);
                props.onPick(emoji);
              }}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover>
  );
}
