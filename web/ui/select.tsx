import { Select as Primitive } from "@kobalte/core/select";
import { Check, ChevronDown } from "./icons.ts";
import menu from "./menu.module.css";
import styles from "./select.module.css";

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
}

/** One choice of a few. */
export function Select<T extends string>(props: {
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly disabled?: boolean;
  readonly onChange: (value: T) => void;
}) {
  const chosen = () => props.choices.find(({ value }) => value === props.value);
  return (
    <Primitive<Choice<T>>
      class={styles.select}
      options={[...props.choices]}
      optionValue="value"
      optionTextValue="label"
      value={chosen()}
      disabled={props.disabled}
      disallowEmptySelection
      // Otherwise a dialog around it would hide the list from screen readers.
      modal
      onChange={(choice) => choice && props.onChange(choice.value)}
      itemComponent={({ item }) => (
        <Primitive.Item item={item} class={menu.item}>
          <Primitive.ItemLabel>{item.rawValue.label}</Primitive.ItemLabel>
          <Primitive.ItemIndicator class={styles.check}>
            <Check size={18} strokeWidth={1.75} aria-hidden="true" />
          </Primitive.ItemIndicator>
        </Primitive.Item>
      )}
    >
      <Primitive.Label class={styles.label}>{props.label}</Primitive.Label>
      <Primitive.Trigger class={styles.trigger}>
        <Primitive.Value<Choice<T>>>{(state) => state.selectedOption()?.label}</Primitive.Value>
        <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content class={menu.menu}>
          <Primitive.Listbox class={styles.list} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive>
  );
}
