import { Search } from "./icons.ts";
import styles from "./search-field.module.css";

/** A field that narrows a list down. */
export function SearchField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <label class={styles.search}>
      <Search size={18} strokeWidth={1.75} aria-hidden="true" />
      <input
        class={styles.input}
        type="search"
        aria-label={props.label}
        placeholder={props.label}
        value={props.value}
        autocomplete="off"
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
    </label>
  );
}
