import { createResource, createSignal } from "solid-js";
import { en } from "./en/index.ts";

/** All texts of the client. English is the model: every other language has the same shape. */
export type Texts = typeof en;

export const languages = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof languages;

const loaders: Record<Language, () => Promise<Texts>> = {
  en: async () => en,
  de: async () => (await import("./de/index.ts")).de,
};

const [language, setLanguage] = createSignal<Language>(preferredLanguage());
const [loaded] = createResource(language, async (chosen) => {
  const texts = await loaders[chosen]();
  document.documentElement.lang = chosen;
  return texts;
});

/** The texts in the chosen language: `t().common.cancel`. */
export const t = (): Texts => loaded.latest ?? en;
export { language };

/** Shows everything in another language, also the next time on this device. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem("language", chosen);
  setLanguage(chosen);
}

/** The language with its region, as the browser has it: dates and numbers differ between regions. */
export const locale = (): string =>
  navigator.languages.find((tag) => tag.startsWith(language())) ?? language();

function preferredLanguage(): Language {
  const stored = localStorage.getItem("language");
  const wanted = [stored ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find((tag): tag is Language => tag in loaders) ?? "en";
}
