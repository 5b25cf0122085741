import { createResource, createSignal } from "solid-js";
import { directionOf, type Language, languages } from "./languages.ts";

/** One language for all pages of this device: the other parts of the site follow what one of them stores. */
const key = "language";

const [language, setLanguage] = createSignal<Language>(preferredLanguage());

export { language };

/** Shows everything in another language, also the next time on this device. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(key, chosen);
  setLanguage(chosen);
}

/** The language with its region, as the browser has it: dates and numbers differ between regions. */
export const locale = (): string =>
  navigator.languages.find((tag) => tag.startsWith(language()) && isKnownTag(tag)) ?? language();

/** Some systems have tags of their own, such as `en-US@posix`, at which `Intl` throws. */
function isKnownTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** The texts in the chosen language. Those that are there at once stand in until the others are loaded. */
export function createTexts<T>(first: T, loaders: Readonly<Record<Language, () => Promise<T>>>): () => T {
  const [loaded] = createResource(language, async (chosen) => {
    const texts = await loaders[chosen]();
    document.documentElement.lang = chosen;
    document.documentElement.dir = directionOf(chosen);
    return texts;
  });
  return () => loaded.latest ?? first;
}

function preferredLanguage(): Language {
  const stored = localStorage.getItem(key);
  const wanted = [stored ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find((tag): tag is Language => tag in languages) ?? "en";
}
