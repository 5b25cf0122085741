import { TextField } from "@ui/text-field.tsx";
import type { ComponentProps } from "solid-js";
import { t } from "../i18n/i18n.ts";

export function EmailField(props: Pick<ComponentProps<typeof TextField>, "value" | "onChange">) {
  return (
    <TextField label={t().auth.email} type="email" {...props} required autocomplete="username" autofocus />
  );
}
