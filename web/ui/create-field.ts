import { createSignal } from "solid-js";

/** The value of a control, in the form of the control's props: `<TextField label={…} {...name} />`. */
export function createField<T>(initial: T) {
  const [value, setValue] = createSignal(initial);
  return {
    get value() {
      return value();
    },
    onChange: (next: T) => void setValue(() => next),
  };
}
