import { locale } from "../i18n/i18n.ts";

/** A day, as in "16 November 2026". */
export const dayOf = (date: Date) => new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(date);

/** A day, as in "16 Nov 2026". */
export const shortDay = (date: Date | number) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(date);

/** A day with its time. */
export const longDate = (date: Date | number) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(date);
