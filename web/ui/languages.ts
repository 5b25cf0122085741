import type { PluralForm } from "./plural.ts";

/** The languages of all pages, by the names that they have themselves. */
export const languages = { en: "English", de: "Deutsch" } as const;

export type Language = keyof typeof languages;

/** What the plurals of each language need, as `Intl.PluralRules` has it; a test compares them. */
export const pluralForms = {
  en: ["one", "other"],
  de: ["one", "other"],
} as const satisfies Readonly<Record<Language, readonly PluralForm[]>>;

export type FormsIn<In extends Language> = (typeof pluralForms)[In][number];

export const directionOf = (language: string) => (/^(ar|fa|he|ur)$/.test(language) ? "rtl" : "ltr");
