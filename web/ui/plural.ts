/** Picks the form of a word that a count needs in a language, and puts the count in for `#`. */
export function pluralIn(locale: string) {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count: number, forms: { one: string; other: string }): string =>
    (rules.select(count) === "one" ? forms.one : forms.other).replace("#", numbers.format(count));
}
