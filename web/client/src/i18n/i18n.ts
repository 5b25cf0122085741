import { type CatalogueOf, readCatalogue } from "@ui/catalogue.ts";
import { createTexts } from "@ui/create-i18n.ts";
import { createDescribeError } from "@ui/describe-error.ts";
import { en } from "./en/index.ts";

export { chooseLanguage, language, locale } from "@ui/create-i18n.ts";
export { type Language, languages } from "@ui/languages.ts";

/** All texts of the client. English is the model: every other language has the same keys and placeholders. */
type ClientCatalogue = CatalogueOf<typeof en>;

const english = readCatalogue<typeof en>(en, "en");

/** The texts in the chosen language: `t().common.cancel`. */
export const t = createTexts<ClientCatalogue>(english, {
  en: async () => english,
  de: async () => readCatalogue<typeof en>((await import("./de/index.ts")).de, "de"),
});

/** Says in words what a failed request means and what to do. */
export const describeError = createDescribeError(t);
