import { Select as Primitive } from "@kobalte/core/select";
import { createMemo } from "solid-js";
import { Check, ChevronDown } from "./icons.ts";
import menu from "./menu.module.css";
import styles from "./select.module.css";

interface Choice<T extends string> {
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
  // The primitive compares options by identity: callers that make new ones with each read would never settle. With new
  // ones it also closes the list that somebody is reading.
  const choices = createMemo(() => [...props.choices], undefined, { equals: areSame });
  const chosen = createMemo(() => choices().find(({ value }) => value === props.value));
  return (
    <Primitive<Choice<T>>
      class={styles.select}
      options={choices()}
      // The primitive takes an empty value for none.
      optionValue={({ value }) => `=${value}`}
      optionTextValue="label"
      value={chosen()}
      disabled={props.disabled}
      disallowEmptySelection
      // Options that change make the primitive choose the same one again.
      onChange={(choice) => choice && choice.value !== props.value && props.onChange(choice.value)}
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
        {/* The mark keeps a dialog below from hiding the list from screen readers. */}
        <Primitive.Content class={menu.menu} data-kb-top-layer="">
          <Primitive.Listbox class={styles.list} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive>
  );
}

function areSame(before: readonly Choice<string>[], after: readonly Choice<string>[]): boolean {
  return (
    before.length === after.length &&
    after.every(({ value, label }, at) => before[at]?.value === value && before[at]?.label === label)
  );
}
