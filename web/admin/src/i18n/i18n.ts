import { type CatalogueOf, readCatalogue } from "@ui/catalogue.ts";
import { createTexts } from "@ui/create-i18n.ts";
import { en } from "./en/index.ts";

export { locale } from "@ui/create-i18n.ts";

/** All texts of the admin page. English is the model: every other language has the same keys and placeholders. */
type AdminCatalogue = CatalogueOf<typeof en>;

const english = readCatalogue<typeof en>(en, "en");

/** The texts in the chosen language: `t().common.cancel`. */
export const t = createTexts<AdminCatalogue>(english, {
  en: async () => english,
  de: async () => readCatalogue<typeof en>((await import("./de/index.ts")).de, "de"),
});
