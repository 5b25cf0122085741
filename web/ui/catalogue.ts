import type { FormsIn, Language } from "./languages.ts";
import { isPluralText, type PluralForm, type PluralText, pluralIn } from "./plural.ts";

/** The texts of a language as data: texts, which may have `{placeholders}`, texts in plural forms, and groups of them. */
export type Catalogue = string | PluralText | readonly Catalogue[] | { readonly [key: string]: Catalogue };

type Value = string | number;

/** A text that needs a value: `t().people.blocked(name)`. One that needs several takes them by their names. */
interface TextWith<Values> {
  (values: Values): string;
  readonly template: string;
}

type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

type IsOne<Names, All = Names> = Names extends All ? ([All] extends [Names] ? true : false) : never;

type ValuesOf<Names extends string> = IsOne<Names> extends true ? Value : { readonly [Name in Names]: Value };

type CountAnd<Names extends string> = [Names] extends [never]
  ? number
  : { readonly count: number } & { readonly [Name in Names]: Value };

type NamesBesidesCount<Forms> = Exclude<PlaceholdersOf<Extract<Forms[keyof Forms], string>>, "count">;

type IsPlural<Entry> = Entry extends PluralText ? (keyof Entry extends PluralForm ? true : false) : false;

/** What components read: the texts of a catalogue, those with values as functions. */
export type CatalogueOf<Entry> = Entry extends string
  ? [PlaceholdersOf<Entry>] extends [never]
    ? string
    : TextWith<ValuesOf<PlaceholdersOf<Entry>>>
  : IsPlural<Entry> extends true
    ? (values: CountAnd<NamesBesidesCount<Entry>>) => string
    : { readonly [Key in keyof Entry]: CatalogueOf<Entry[Key]> };

type Holds<Names extends string> = [Names] extends [never]
  ? string
  : (Names extends string ? (text: `${string}{${Names}}${string}`) => void : never) extends (
        text: infer All,
      ) => void
    ? All
    : never;

/** The same texts in another language: the same keys and placeholders, and the plural forms that it needs. */
export type TranslationOf<Entry, Forms extends PluralForm> = Entry extends string
  ? Holds<PlaceholdersOf<Entry>>
  : IsPlural<Entry> extends true
    ? { readonly [Form in Forms]: Holds<NamesBesidesCount<Entry>> }
    : { readonly [Key in keyof Entry]: TranslationOf<Entry[Key], Forms> };

/** The type of a file of another language, by that of the English one. */
export type Translation<English, In extends Language> = TranslationOf<English, FormsIn<In>>;

export const placeholder = /\{(\w+)\}/g;

/** Makes the texts of a catalogue, which is in `language`. `English` is the type of the English one. */
export function readCatalogue<English>(
  catalogue: TranslationOf<English, "other">,
  language: string,
): CatalogueOf<English> {
  const pluralOf = pluralIn(language);
  const read = (entry: Catalogue): unknown => {
    if (typeof entry === "string") return entry.includes("{") ? textWith(entry) : entry;
    if (Array.isArray(entry)) return entry.map(read);
    if (!isPluralText(entry))
      return Object.fromEntries(Object.entries(entry).map(([key, inner]) => [key, read(inner)]));
    return (values: CountAnd<string> | number) => {
      const named = typeof values === "object" ? values : { count: values };
      const { form, count } = pluralOf(entry, named.count);
      return fill(form, { ...named, count });
    };
  };
  return read(catalogue as Catalogue) as CatalogueOf<English>;
}

type Values = Value | Readonly<Record<string, Value>>;

const textWith = (template: string): TextWith<Values> =>
  Object.assign((values: Values) => fill(template, values), { template });

const fill = (template: string, values: Values): string =>
  template.replace(placeholder, (_, name) => `${typeof values === "object" ? values[name] : values}`);
