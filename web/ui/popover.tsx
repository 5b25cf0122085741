import { Popover as Primitive } from "@kobalte/core/popover";
import type { JSX } from "solid-js";
import { Dynamic } from "solid-js/web";
import button from "./icon-button.module.css";
import type { LucideIcon } from "./icons.ts";
import menu from "./menu.module.css";
import styles from "./popover.module.css";

/** A line of a panel that does something. */
export function PanelAction(props: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isDanger?: boolean;
  readonly onSelect: () => void;
}) {
  return (
    <button
      type="button"
      class={`${menu.item} ${styles.action} ${props.isDanger ? menu.danger : ""}`}
      onClick={() => props.onSelect()}
    >
      <Dynamic component={props.icon} size={18} strokeWidth={1.75} aria-hidden="true" />
      {props.label}
    </button>
  );
}

/** A button of one icon that opens a small panel next to itself. */
export function Popover(props: {
  readonly icon: LucideIcon;
  /** The name of the button and the title of the panel. */
  readonly label: string;
  readonly class?: string;
  /** For panels that something else opens too. */
  readonly open?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly children: JSX.Element;
}) {
  return (
    <Primitive open={props.open} onOpenChange={props.onOpenChange} gutter={8} placement="top">
      <Primitive.Trigger
        class={`${button.button} ${props.class ?? ""}`}
        aria-label={props.label}
        title={props.label}
      >
        <Dynamic component={props.icon} size={18} strokeWidth={1.75} aria-hidden="true" />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content data-kb-top-layer="" class={styles.panel}>
          <Primitive.Title class={styles.title} dir="auto">
            {props.label}
          </Primitive.Title>
          {props.children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive>
  );
}
