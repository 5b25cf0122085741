import { createTexts } from "@ui/create-texts.ts";
import { en } from "./en/index.ts";

export { locale } from "@ui/create-texts.ts";

/** All texts of the admin page. English is the model: every other language has the same shape. */
export type Texts = typeof en;

/** The texts in the chosen language: `t().common.cancel`. */
export const t = createTexts<Texts>(en, {
  en: async () => en,
  de: async () => (await import("./de/index.ts")).de,
});
