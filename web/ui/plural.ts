/** The categories of CLDR: every language has `other`, and some of the rest. */
export type PluralForm = Intl.LDMLPluralRule;

/** A text with a count, in the forms that the language has. */
export type PluralText = { readonly other: string } & { readonly [Form in PluralForm]?: string };

export const isPluralForm = (name: string): name is PluralForm =>
  /^(zero|one|two|few|many|other)$/.test(name);

/** Tells the forms of one text from a group of texts. */
export function isPluralText(entry: object): entry is PluralText {
  return "other" in entry && Object.keys(entry).every(isPluralForm);
}

/** Picks the form that a count needs in a language, and writes the count as people do there. */
export function pluralIn(language: string) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (text: PluralText, count: number) => ({
    form: text[rules.select(count)] ?? text.other,
    count: numbers.format(count),
  });
}
