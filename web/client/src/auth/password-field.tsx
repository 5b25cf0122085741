import { TextField } from "@ui/text-field.tsx";
import { t } from "../i18n/i18n.ts";

export function PasswordField(props: {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly isNew?: boolean;
  readonly label?: string;
}) {
  return (
    <TextField
      label={props.label ?? t().auth.password}
      type="password"
      value={props.value}
      onInput={props.onInput}
      hint={props.isNew ? t().auth.passwordHint : undefined}
      required
      input={
        props.isNew ? { autocomplete: "new-password", minlength: 8 } : { autocomplete: "current-password" }
      }
    />
  );
}
