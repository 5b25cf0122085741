import { KeyButton } from "../../components/key-button.tsx";
import type { HoldKey } from "../../preferences/voice-input.ts";
import styles from "./key-field.module.css";

/** One key of the keyboard, any but Tab and Escape. */
export function KeyField(props: {
  readonly label: string;
  readonly value: HoldKey;
  readonly onChange: (key: HoldKey) => void;
}) {
  function onPress(event: KeyboardEvent): boolean {
    if (event.code) props.onChange({ code: event.code, name: nameOf(event) });
    return event.code !== "";
  }
  return (
    <div class={styles.field}>
      <span>{props.label}</span>
      <KeyButton label={props.label} keys={props.value.name} onPress={onPress} />
    </div>
  );
}

/** The name of a key: what it writes, or its own, with the side for those that are there twice. */
function nameOf({ key, code }: KeyboardEvent): string {
  if (key === " ") return "Space";
  if ([...key].length === 1) return key.toUpperCase();
  const side = /(Left|Right)$/.exec(code)?.[1];
  return side && !key.startsWith("Arrow") ? `${side} ${key}` : key;
}
