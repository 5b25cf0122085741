import { TextField } from "@ui/text-field.tsx";
import { t } from "../texts/texts.ts";

export function EmailField(props: { readonly value: string; readonly onInput: (value: string) => void }) {
  return (
    <TextField
      label={t().gettingIn.email}
      type="email"
      value={props.value}
      onInput={props.onInput}
      required
      input={{ autocomplete: "username", autofocus: true }}
    />
  );
}
