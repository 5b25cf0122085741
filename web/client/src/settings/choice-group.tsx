import { createUniqueId, For, Show } from "solid-js";
import styles from "./choice-group.module.css";

/** A choice among a few options, all visible. */
export function ChoiceGroup<T extends string>(props: {
  readonly label: string;
  readonly values: readonly T[];
  readonly names: Readonly<Record<T, string>>;
  readonly value: T;
  /** Whether each is the name of an accent, shown in its colour. */
  readonly hasSwatches?: boolean;
  readonly onChange: (value: T) => void;
}) {
  const name = createUniqueId();
  return (
    <fieldset class={styles.group}>
      <legend class={styles.label}>{props.label}</legend>
      <div class={styles.choices}>
        <For each={props.values}>
          {(value) => (
            <label class={styles.choice}>
              <input
                class="visually-hidden"
                type="radio"
                name={name}
                checked={props.value === value}
                onChange={() => props.onChange(value)}
              />
              <Show when={props.hasSwatches}>
                <span class={styles.swatch} data-swatch={value} aria-hidden="true" />
              </Show>
              {props.names[value]}
            </label>
          )}
        </For>
      </div>
    </fieldset>
  );
}
