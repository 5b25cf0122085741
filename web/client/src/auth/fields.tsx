import { TextField } from "@ui/text-field.tsx";
import { t } from "../i18n/i18n.ts";

interface FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
}

export function EmailField(props: FieldProps & { readonly offersPasskeys?: boolean }) {
  return (
    <TextField
      label={t().auth.email}
      type="email"
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      required
      autocomplete={props.offersPasskeys ? "username webauthn" : "username"}
      autofocus
    />
  );
}

export function PasswordField(props: FieldProps & { readonly isNew?: boolean; readonly label?: string }) {
  return (
    <TextField
      label={props.label ?? t().auth.password}
      type="password"
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      hint={props.isNew ? t().auth.passwordHint : undefined}
      required
      autocomplete={props.isNew ? "new-password" : "current-password"}
      minlength={props.isNew ? 8 : undefined}
    />
  );
}
