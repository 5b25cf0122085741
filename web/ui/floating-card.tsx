import { Popover as Primitive } from "@kobalte/core/popover";
import { type JSX, onCleanup } from "solid-js";
import type { Anchor } from "./anchor.ts";
import { closeByEscape } from "./close-by-escape.ts";
import styles from "./floating-card.module.css";
import { rememberFocus } from "./focus-return.ts";
import { IconButton } from "./icon-button.tsx";
import { X } from "./icons.ts";
import { isSheet, sheetPlacement } from "./sheet.ts";

/**
 * A card next to what was clicked, and a sheet at the bottom of a phone. The page around it can still be used, which
 * closes it. Its owner shows it by rendering it, and removes it when `onClose` is called.
 */
export function FloatingCard(props: {
  readonly title: string;
  readonly anchor: Anchor;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: JSX.Element;
}) {
  const { anchor } = props;
  const element = anchor.element instanceof HTMLElement ? anchor.element : undefined;
  const isLeft = element?.isConnected && element.matches("button, a, [tabindex]");
  const returnFocus = rememberFocus(isLeft ? element : document.activeElement);
  const isAtBottom = isSheet();
  let content: HTMLDivElement | undefined;
  closeByEscape({ content: () => content, close: () => props.onClose() });
  // If the focus has moved on, it stays there.
  onCleanup(() => queueMicrotask(() => document.activeElement === document.body && returnFocus()));
  return (
    <Primitive
      open
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      anchorRef={() => element}
      {...(isAtBottom
        ? sheetPlacement
        : {
            getAnchorRect: () => anchor.rect(),
            placement: "right-start",
            flip: "left-start bottom-start top-start",
            gutter: 8,
            fitViewport: true,
          })}
    >
      <Primitive.Portal>
        <Primitive.Content
          ref={(card: HTMLDivElement) => {
            content = card;
          }}
          data-kb-top-layer=""
          aria-label={props.title}
          class={styles.card}
          data-sheet={isAtBottom ? "" : undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            // Not a field inside: on a phone that would open the keyboard.
            content?.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <div class={styles.close}>
            <IconButton icon={X} label={props.closeLabel} keys="Esc" onClick={props.onClose} />
          </div>
          {props.children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive>
  );
}
