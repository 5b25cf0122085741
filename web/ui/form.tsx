import type { JSX } from "solid-js";
import { Button } from "./button.tsx";
import type { createForm } from "./create-form.ts";
import { FormError } from "./form-error.tsx";

/** A form of one page: its fields, what went wrong, and the button that sends it. */
export function Form(props: {
  readonly form: ReturnType<typeof createForm>;
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  readonly disabled?: boolean;
  readonly children: JSX.Element;
}) {
  return (
    <form onSubmit={props.form.onSubmit}>
      {props.children}
      <FormError error={props.form.error()} />
      <Button
        variant={props.isDanger ? "danger" : "primary"}
        type="submit"
        busy={props.form.isBusy()}
        disabled={props.disabled}
      >
        {props.submitLabel}
      </Button>
    </form>
  );
}
