import { Switch as Primitive } from "@kobalte/core/switch";
import { Show } from "solid-js";
import styles from "./switch.module.css";

/** A setting that is on or off, with its name and a sentence about it. */
export function Switch(props: {
  readonly label: string;
  readonly hint?: string;
  readonly value: boolean;
  readonly disabled?: boolean;
  readonly onChange: (value: boolean) => void;
}) {
  return (
    <Primitive
      class={styles.switch}
      checked={props.value}
      disabled={props.disabled}
      onChange={props.onChange}
    >
      <div class={styles.words}>
        <Primitive.Label>{props.label}</Primitive.Label>
        <Show when={props.hint}>
          <Primitive.Description class={styles.hint}>{props.hint}</Primitive.Description>
        </Show>
      </div>
      <Primitive.Input class={styles.input} />
      <Primitive.Control class={styles.control}>
        <Primitive.Thumb class={styles.thumb} />
      </Primitive.Control>
    </Primitive>
  );
}
