import { Tooltip } from "@kobalte/core/tooltip";
import type { JSX } from "solid-js";
import { splitProps } from "solid-js";
import styles from "./icon-button.module.css";

interface TooltipButtonProps extends Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, "type"> {
  /** What the tooltip says. */
  readonly tip: string;
}

/** A button with a content of its own that a tooltip explains. */
export function TooltipButton(props: TooltipButtonProps) {
  const [own, rest] = splitProps(props, ["tip", "children"]);
  return (
    <Tooltip openDelay={400} gutter={6}>
      <Tooltip.Trigger type="button" {...rest}>
        {own.children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content class={styles.tooltip}>{own.tip}</Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip>
  );
}
