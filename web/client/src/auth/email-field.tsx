import { TextField } from "@ui/text-field.tsx";
import { t } from "../i18n/i18n.ts";

export function EmailField(props: { readonly value: string; readonly onInput: (value: string) => void }) {
  return (
    <TextField
      label={t().auth.email}
      type="email"
      value={props.value}
      onInput={props.onInput}
      required
      input={{ autocomplete: "username", autofocus: true }}
    />
  );
}
