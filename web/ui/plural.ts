/** The categories of CLDR: every language has `other`, and some of the rest. */
export type PluralForm = Intl.LDMLPluralRule;

/** A text with a count, in the forms that the language has. */
export type PluralText = { readonly other: string } & { readonly [Form in PluralForm]?: string };

const forms: readonly string[] = [
  "zero",
  "one",
  "two",
  "few",
  "many",
  "other",
] satisfies readonly PluralForm[];

export const isPluralForm = (name: string): name is PluralForm => forms.includes(name);

/** Tells the forms of one text from a group of texts. */
export function isPluralText(entry: object): entry is PluralText {
  return "other" in entry && Object.keys(entry).every(isPluralForm);
}

/** Picks the form that a count needs in a language, and writes the count as people do there. */
export function pluralIn(language: string) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return {
    formOf: (count: number, text: PluralText): string => text[rules.select(count)] ?? text.other,
    format: (count: number): string => numbers.format(count),
  };
}
