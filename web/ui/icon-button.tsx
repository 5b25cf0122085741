import { Tooltip } from "@kobalte/core/tooltip";
import type { JSX } from "solid-js";
import { createSignal, splitProps } from "solid-js";
import { Dynamic } from "solid-js/web";
import styles from "./icon-button.module.css";
import type { LucideIcon } from "./icons.ts";

interface IconButtonProps extends Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, "children" | "type"> {
  readonly icon: LucideIcon;
  /** The name for screen readers, also shown as a tooltip. */
  readonly label: string;
  /** The key that does the same, shown in the tooltip. */
  readonly keys?: string;
  /** For a button that switches something on and off. */
  readonly pressed?: boolean;
}

/** A button of one icon, with its name as a tooltip. */
export function IconButton(props: IconButtonProps) {
  const [own, rest] = splitProps(props, ["icon", "label", "keys", "pressed", "class"]);
  const [isTipWanted, setTipWanted] = createSignal(false);
  // A user who has pressed the button knows what it does: until the pointer leaves, the tooltip would cover what it
  // opened.
  let isPressed = false;
  const press = () => {
    isPressed = true;
    setTipWanted(false);
  };
  // Above what a key has opened, the tooltip would only take the first Escape.
  const isTipOpen = () => isTipWanted() && String(rest["aria-expanded"]) !== "true";
  return (
    <Tooltip
      open={isTipOpen()}
      onOpenChange={(open) => setTipWanted(open && !isPressed)}
      openDelay={400}
      gutter={6}
    >
      <Tooltip.Trigger
        type="button"
        {...rest}
        on:pointerdown={press}
        on:pointerleave={() => {
          isPressed = false;
        }}
        class={`${styles.button} ${own.class ?? ""}`}
        aria-label={own.label}
        aria-pressed={own.pressed}
      >
        <Dynamic component={own.icon} size={18} strokeWidth={1.75} aria-hidden="true" />
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content class={styles.tooltip}>
          {own.label}
          {own.keys && <kbd>{own.keys}</kbd>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip>
  );
}
