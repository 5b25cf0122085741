import iconButton from "@ui/icon-button.module.css";
import { Grip } from "@ui/icons.ts";
import { t } from "../i18n/i18n.ts";
import styles from "./move-handle.module.css";

/** The grip of an item that can be moved: by dragging it, or by the arrow keys while it has the focus. */
export function MoveHandle(props: {
  /** What is moved. */
  readonly name: string;
  readonly disabled?: boolean;
  readonly onDrag: (event: PointerEvent) => void;
  readonly onStep: (step: -1 | 1) => void;
}) {
  let handle: HTMLButtonElement | undefined;
  return (
    <button
      ref={handle}
      type="button"
      class={`${iconButton.button} ${styles.handle}`}
      disabled={props.disabled}
      aria-label={t().settings.move(props.name)}
      title={t().settings.moveHint}
      onPointerDown={props.onDrag}
      onKeyDown={(event) => {
        if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
        event.preventDefault();
        const { name } = props;
        props.onStep(event.key === "ArrowUp" ? -1 : 1);
        // Moving the element takes the focus from it, and in another list it is a new one.
        queueMicrotask(() => {
          const label = CSS.escape(t().settings.move(name));
          const next = handle?.isConnected
            ? handle
            : document.querySelector<HTMLElement>(`button[aria-label="${label}"]`);
          next?.focus();
        });
      }}
    >
      <Grip size={18} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
