import { type CatalogueOf, readCatalogue } from "@ui/catalogue.ts";
import { createTexts, locale as pageLocale } from "@ui/create-i18n.ts";
import { createDescribeError } from "@ui/describe-error.ts";
import { clock } from "../preferences/preferences.ts";
import { en } from "./en/index.ts";

export { chooseLanguage, language } from "@ui/create-i18n.ts";
export { type Language, languages } from "@ui/languages.ts";

/** All texts of the client. English is the model: every other language has the same keys and placeholders. */
type ClientCatalogue = CatalogueOf<typeof en>;

const english = readCatalogue<typeof en>(en, "en");

/** The texts in the chosen language: `t().common.cancel`. */
export const t = createTexts<ClientCatalogue>(english, {
  en: async () => english,
  de: async () => readCatalogue<typeof en>((await import("./de/index.ts")).de, "de"),
});

/**
 * The language with its region, and with the clock of 12 or 24 hours that the user has chosen: whatever formats a time
 * for this locale follows it.
 */
export function locale(): string {
  const chosen = clock();
  if (chosen === "system") return pageLocale();
  return new Intl.Locale(pageLocale(), { hourCycle: chosen === "12" ? "h12" : "h23" }).toString();
}

/** Says in words what a failed request means and what to do. */
export const describeError = createDescribeError(t);
