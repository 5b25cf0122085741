import { type Catalogue, placeholder } from "../ui/catalogue.ts";
import { isPluralForm, isPluralText } from "../ui/plural.ts";

/** Texts as the files of i18next (JSON, version 4) have them: `"files_one": "{{count}} file"`. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export const i18nextPlaceholder = /\{\{\s*(\w+)\s*\}\}/g;

/** Writes a catalogue for translators' tools. */
export function toI18next(entry: Catalogue): Json {
  if (typeof entry === "string") return entry.replace(placeholder, "{{$1}}");
  if (Array.isArray(entry)) return entry.map(toI18next);
  return Object.fromEntries(
    Object.entries(entry).flatMap(([key, inner]: [string, Catalogue]) =>
      isPlural(inner)
        ? Object.entries(inner).map(([form, text]) => [`${key}_${form}`, toI18next(text)])
        : [[key, toI18next(inner)]],
    ),
  );
}

/**
 * Gives the texts of a file the shape of the English catalogue, as far as it has their keys, and its order. Texts keep
 * their `{{placeholders}}`, and what English does not have comes last.
 */
export function shapeLikeEnglish(english: Catalogue, json: Json): Json {
  if (!isGroup(english) || !isGroup(json)) return json;
  const left = new Map(Object.entries(json));
  const shaped = new Map<string, Json>();
  for (const [key, entry] of Object.entries(english)) {
    const forms = isPlural(entry) ? takeForms(left, key) : left.get(key);
    if (!isPlural(entry)) left.delete(key);
    if (forms !== undefined) shaped.set(key, shapeLikeEnglish(entry, forms));
    // Tools leave out texts that are empty in English.
    else if (entry === "") shaped.set(key, "");
  }
  return Object.fromEntries([...shaped, ...left]);
}

/** The texts of a file that was checked, with placeholders as catalogues have them. */
export function fromI18next(json: Json): Catalogue {
  if (typeof json === "string") return json.replace(i18nextPlaceholder, "{$1}");
  if (Array.isArray(json)) return json.map(fromI18next);
  return Object.fromEntries(Object.entries(json ?? {}).map(([key, inner]) => [key, fromI18next(inner)]));
}

function takeForms(left: Map<string, Json>, key: string): Json | undefined {
  const forms = [...left].flatMap(([name, text]) => {
    const form = name.startsWith(`${key}_`) ? name.slice(key.length + 1) : "";
    return isPluralForm(form) && left.delete(name) ? [[form, text] as const] : [];
  });
  return forms.length > 0 ? Object.fromEntries(forms) : undefined;
}

const isPlural = (entry: Catalogue) => isGroup(entry) && isPluralText(entry);

export function isGroup<Entry>(entry: Entry): entry is Entry & { readonly [key: string]: Entry } {
  return typeof entry === "object" && entry !== null && !Array.isArray(entry);
}
