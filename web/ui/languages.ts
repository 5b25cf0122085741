import type { PluralForm } from "./plural.ts";

interface LanguageFacts {
  /** In the language itself. */
  readonly name: string;
  /** What its plurals need, as `Intl.PluralRules` has it; a test compares them. */
  readonly plurals: readonly PluralForm[];
}

/** The languages of all pages. */
export const languages = {
  en: { name: "English", plurals: ["one", "other"] },
  de: { name: "Deutsch", plurals: ["one", "other"] },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

export type Language = keyof typeof languages;

/** The plural forms that a language needs. */
export type FormsIn<In extends Language> = (typeof languages)[In]["plurals"][number];

const rightToLeft = ["ar", "fa", "he", "ur"];

export const directionOf = (language: string): "ltr" | "rtl" =>
  rightToLeft.includes(language) ? "rtl" : "ltr";
