import { TextField as Field } from "@kobalte/core/text-field";
import type { JSX } from "solid-js";
import { Show, splitProps } from "solid-js";
import styles from "./text-field.module.css";

const nativeProps = [
  "autocomplete",
  "autofocus",
  "inputmode",
  "maxlength",
  "minlength",
  "pattern",
  "placeholder",
  "type",
] as const;

interface TextFieldProps
  extends Pick<JSX.InputHTMLAttributes<HTMLInputElement>, (typeof nativeProps)[number]> {
  readonly label: string;
  readonly value: string;
  /** Missing where the field is read-only. */
  readonly onChange?: (value: string) => void;
  readonly name?: string;
  /** A sentence below the field, for what the label cannot say. */
  readonly hint?: string;
  /** What is wrong with the value. */
  readonly error?: string;
  readonly multiline?: boolean;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** For a text to select and copy. */
  readonly readOnly?: boolean;
}

export function TextField(props: TextFieldProps) {
  const [native] = splitProps(props, nativeProps);
  return (
    <Field
      class={styles.field}
      value={props.value}
      onChange={props.onChange}
      name={props.name}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      validationState={props.error ? "invalid" : "valid"}
    >
      <Field.Label class={styles.label}>{props.label}</Field.Label>
      <Show
        when={props.multiline}
        fallback={<Field.Input class={styles.input} type="text" autocomplete="off" {...native} />}
      >
        <Field.TextArea class={styles.input} maxlength={props.maxlength} autoResize />
      </Show>
      <Show when={props.hint && !props.error}>
        <Field.Description class={styles.hint}>{props.hint}</Field.Description>
      </Show>
      <Field.ErrorMessage class={styles.error}>{props.error}</Field.ErrorMessage>
    </Field>
  );
}
