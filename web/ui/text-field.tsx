import { TextField as Field } from "@kobalte/core/text-field";
import type { JSX } from "solid-js";
import { Show, splitProps } from "solid-js";
import styles from "./text-field.module.css";

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: string;
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
  readonly input?: Pick<
    JSX.InputHTMLAttributes<HTMLInputElement>,
    "autocomplete" | "autofocus" | "inputmode" | "maxlength" | "minlength" | "pattern" | "placeholder"
  >;
}

export function TextField(props: TextFieldProps) {
  const [own] = splitProps(props, ["label", "hint", "error"]);
  return (
    <Field
      class={styles.field}
      value={props.value}
      onChange={props.onInput}
      name={props.name}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      validationState={own.error ? "invalid" : "valid"}
    >
      <Field.Label class={styles.label}>{own.label}</Field.Label>
      <Show
        when={props.multiline}
        fallback={<Field.Input class={styles.input} type={props.type ?? "text"} {...props.input} />}
      >
        <Field.TextArea class={styles.input} autoResize />
      </Show>
      <Show when={own.hint && !own.error}>
        <Field.Description class={styles.hint}>{own.hint}</Field.Description>
      </Show>
      <Field.ErrorMessage class={styles.error}>{own.error}</Field.ErrorMessage>
    </Field>
  );
}
