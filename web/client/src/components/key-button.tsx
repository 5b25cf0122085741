import { createSignal, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import styles from "./key-button.module.css";
import { Keys } from "./keyboard-page.tsx";

/** Shows keys; after a click it waits for others. Escape leaves them as they are. */
export function KeyButton(props: {
  readonly label: string;
  /** As `keysPressed` writes them. */
  readonly keys: string;
  /** Says whether it takes what is pressed; if not, the button goes on waiting. */
  readonly onPress: (event: KeyboardEvent) => boolean;
  readonly onEnd?: () => void;
}) {
  const [isWaiting, setWaiting] = createSignal(false);
  const end = () => {
    setWaiting(false);
    props.onEnd?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isWaiting() || event.key === "Tab") return;
    // Nothing else may act on what is pressed here.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape" || props.onPress(event)) end();
  };
  return (
    <button
      type="button"
      class={styles.keys}
      aria-label={
        isWaiting() ? t().keyboard.listening : t().keyboard.changeOf({ name: props.label, keys: props.keys })
      }
      aria-pressed={isWaiting()}
      onClick={() => (isWaiting() ? end() : setWaiting(true))}
      onKeyDown={onKeyDown}
      onBlur={end}
    >
      <Show when={!isWaiting()} fallback={t().keyboard.listening}>
        <Keys keys={props.keys} />
      </Show>
    </button>
  );
}
