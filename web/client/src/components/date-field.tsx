import { type DateFieldProps, DateField as Field } from "@ui/date-field.tsx";
import { locale, t } from "../i18n/i18n.ts";

/** A day, chosen from a calendar in the language of the page. */
export function DateField(props: Omit<DateFieldProps, "locale" | "words">) {
  return <Field {...props} locale={locale()} words={t().common.calendar} />;
}
