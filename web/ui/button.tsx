import type { JSX } from "solid-js";
import { splitProps } from "solid-js";
import styles from "./button.module.css";

interface ButtonProps extends JSX.ButtonHTMLAttributes<HTMLButtonElement> {
  /** How much attention the button asks for. A page has one "primary" at most. */
  readonly variant?: "primary" | "plain" | "danger" | "link";
  /** Shows that the action is under way, and refuses further presses. */
  readonly busy?: boolean;
}

export function Button(props: ButtonProps) {
  const [own, rest] = splitProps(props, ["variant", "busy", "class", "disabled", "children"]);
  return (
    <button
      type="button"
      {...rest}
      class={`${styles.button} ${styles[own.variant ?? "plain"]} ${own.class ?? ""}`}
      disabled={own.disabled || own.busy}
      aria-busy={own.busy}
    >
      {own.children}
    </button>
  );
}
