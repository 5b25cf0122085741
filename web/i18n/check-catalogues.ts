import { type Catalogue, placeholder } from "../ui/catalogue.ts";
import { isPluralForm, isPluralText, type PluralForm } from "../ui/plural.ts";
import { i18nextPlaceholder, isGroup } from "./i18next.ts";

/** How placeholders and the keys of plural forms are written. */
interface Notation {
  readonly placeholder: RegExp;
  readonly show: (name: string) => string;
  readonly keyOfForm: (key: string, form: string) => string;
}

export const catalogueNotation: Notation = {
  placeholder,
  show: (name) => `{${name}}`,
  keyOfForm: (key, form) => `${key}.${form}`,
};

export const i18nextNotation: Notation = {
  placeholder: i18nextPlaceholder,
  show: (name) => `{{${name}}}`,
  keyOfForm: (key, form) => `${key}_${form}`,
};

interface TextProblem {
  readonly key: string;
  readonly problem: string;
}

/** Finds what the texts of a language lack, and what they have too much, compared with the English ones. */
export function checkTexts(
  english: Catalogue,
  texts: unknown,
  language: string,
  notation: Notation,
): TextProblem[] {
  const problems: TextProblem[] = [];
  const report = (key: string, problem: string) => problems.push({ key, problem });
  check(english, texts, "");
  return problems;

  function check(entry: Catalogue, given: unknown, key: string): void {
    if (given === undefined) report(key, `is missing. In English: ${JSON.stringify(entry)}.`);
    else if (typeof entry === "string") checkText(key, given, entry === "" ? undefined : namesIn(entry));
    else if (isGroup(entry) && isPluralText(entry)) checkForms(entry, given, key);
    else if (typeof given !== "object" || given === null || Array.isArray(given) !== Array.isArray(entry))
      report(key, `must be ${Array.isArray(entry) ? "a list" : "a group"} of texts.`);
    else checkGroup(entry, given, key);
  }

  function checkGroup(entries: object, given: object, key: string): void {
    const join = (name: string) => (key === "" ? name : `${key}.${name}`);
    const givenOf = new Map<string, unknown>(Object.entries(given));
    for (const [name, entry] of Object.entries(entries)) {
      check(entry, givenOf.get(name), join(name));
      givenOf.delete(name);
    }
    for (const name of givenOf.keys())
      report(join(name), "is not among the English texts. Remove it, or correct its key.");
  }

  function checkForms(entry: object, given: unknown, key: string): void {
    if (!isGroup(given)) {
      report(key, `must have the plural forms ${formsOf(language).join(", ")}.`);
      return;
    }
    const names = new Set(Object.values(entry).flatMap((text) => [...namesIn(text)]));
    for (const form of formsOf(language)) {
      const text = Object.hasOwn(given, form) ? given[form] : undefined;
      const counts = examplesOf(language, form);
      const optional = counts.length === 1 ? ["count"] : [];
      if (text !== undefined) checkText(notation.keyOfForm(key, form), text, names, optional);
      else report(notation.keyOfForm(key, form), `is missing: the plural form ${describe(form, counts)}.`);
    }
    for (const form of Object.keys(given))
      if (!isPluralForm(form) || !formsOf(language).includes(form))
        report(
          notation.keyOfForm(key, form),
          `is no plural form of ${language}, which has ${formsOf(language).join(", ")}.`,
        );
  }

  function checkText(
    key: string,
    text: unknown,
    names?: ReadonlySet<string>,
    optional: readonly string[] = [],
  ): void {
    if (typeof text !== "string") return void report(key, "must be a text.");
    if (names === undefined) return;
    if (text.trim() === "") return void report(key, "is empty.");
    const found = new Set([...text.matchAll(notation.placeholder)].map(([, name = ""]) => name));
    for (const name of names)
      if (!found.has(name) && !optional.includes(name))
        report(key, `lacks the placeholder ${notation.show(name)}.`);
    for (const name of found)
      if (!names.has(name) && !optional.includes(name))
        report(key, `has the placeholder ${notation.show(name)}, which the English text does not have.`);
    if (/[{}]/.test(text.replaceAll(notation.placeholder, "")))
      report(
        key,
        `has a brace that belongs to no placeholder. They are written as ${notation.show("name")}.`,
      );
  }
}

/** The plural forms of a language. */
export const formsOf = (language: string): PluralForm[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

const namesIn = (text: string) => new Set([...text.matchAll(placeholder)].map(([, name = ""]) => name));

/** The first counts that need a form. A form with a single one may say it in words: "one file". */
function examplesOf(language: string, form: PluralForm): readonly number[] {
  const rules = new Intl.PluralRules(language);
  return Array.from({ length: 1000 }, (_, count) => count)
    .filter((count) => rules.select(count) === form)
    .slice(0, 4);
}

function describe(form: PluralForm, counts: readonly number[]): string {
  if (counts.length === 0) return `"${form}", for fractions and very large numbers`;
  return `"${form}", for ${counts.join(", ")}${counts.length === 4 ? ", …" : ""}`;
}
