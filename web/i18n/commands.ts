import type { Catalogue } from "../ui/catalogue.ts";
import { languages } from "../ui/languages.ts";
import { isPluralText } from "../ui/plural.ts";
import {
  folderOf,
  listTextFiles,
  loadTexts,
  type Page,
  pages,
  type WholeCatalogue,
  writeTexts,
} from "./catalogue-files.ts";
import { catalogueNotation, checkTexts, formsOf, i18nextNotation } from "./check-catalogues.ts";
import { fromI18next, isGroup, type Json, shapeLikeEnglish, toI18next } from "./i18next.ts";

/** A mistake that is told in words, without a stack. */
export class TextsError extends Error {}

/** The texts of a language as JSON of i18next. A language that is new gets its keys, with empty texts. */
export async function exportTexts(top: string, language: string): Promise<string> {
  requireLanguage(language);
  const all = await Promise.all(
    pages.map(async (page) => {
      const texts = (await loadTexts(top, page, language)) ?? emptyTexts(await english(top, page), language);
      return [page, toI18next(texts)];
    }),
  );
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
}

/** Writes the files of a language from JSON of i18next, or nothing if anything is wrong with it. */
export async function importTexts(top: string, language: string, file: string): Promise<string> {
  requireLanguage(language);
  if (language === "en") throw new TextsError("English is the model: change its texts in their files.");
  const json = await readJson(file);
  const model = Object.fromEntries(
    await Promise.all(pages.map(async (page) => [page, await english(top, page)])),
  );
  const shaped = shapeLikeEnglish(model, json);
  const problems = checkTexts(model, shaped, language, i18nextNotation);
  if (problems.length > 0)
    throw new TextsError(
      listProblems(
        problems.map(({ key, problem }) => `${file}: ${key} ${problem}`),
        "Nothing was written.",
      ),
    );
  let count = 0;
  for (const [page, texts] of Object.entries(fromI18next(shaped)))
    if (isPage(page) && isGroup<Catalogue>(texts)) count += await writeTexts(top, page, language, texts);
  const written = `${count} files of texts in ${language} are written.`;
  return language in languages ? written : `${written}\n${nextSteps(language)}`;
}

/** Checks the catalogues of all languages, English too. */
export async function checkAll(top: string): Promise<string> {
  const known = Object.keys(languages);
  const found = await Promise.all(
    pages.flatMap((page) => known.map((language) => checkLanguage(top, page, language))),
  );
  const problems = found.flat();
  if (problems.length > 0) throw new TextsError(listProblems(problems));
  return `The texts in ${known.join(", ")} are complete.`;
}

async function checkLanguage(top: string, page: Page, language: string): Promise<string[]> {
  const texts = await loadTexts(top, page, language);
  const folder = folderOf(page, language);
  if (!texts) return [`${folder} is missing.`];
  const files = await listTextFiles(top, page);
  return checkTexts(await english(top, page), texts, language, catalogueNotation).map(({ key, problem }) => {
    const [group = ""] = key.split(".");
    const file = files.find(({ groups }) => groups.includes(group))?.name ?? "index.ts";
    return `${folder}/${file}: ${key} ${problem}`;
  });
}

const listProblems = (problems: readonly string[], outcome = ""): string =>
  [
    ...problems,
    `${problems.length} ${problems.length === 1 ? "problem" : "problems"}. ${outcome}`.trim(),
  ].join("\n");

function nextSteps(language: string): string {
  const plurals = formsOf(language).map((form) => `"${form}"`);
  const load = `${language}: async () => readCatalogue<typeof en>((await import("./${language}/index.ts")).${language}, "${language}"),`;
  return `To have it on the pages, add these lines:
  web/ui/languages.ts: ${language}: "NAME", in "languages" and ${language}: [${plurals.join(", ")}], in "pluralForms"
${pages.map((page) => `  web/${page}/src/i18n/i18n.ts: ${load}`).join("\n")}
  web/client/src/emoji/emoji-data.ts: the names of emoji, where emojibase-data has them, or the English ones`;
}

/** Pages know languages by two letters. */
function requireLanguage(language: string): void {
  const known = /^[a-z]{2}$/.test(language) ? Intl.PluralRules.supportedLocalesOf([language]) : [];
  // Some have a newer name by now: "in" is "id".
  if (known.includes(language)) return;
  throw new TextsError(`"${language}" is no language. Name it by two letters, such as "pl" for Polish.`);
}

async function english(top: string, page: Page): Promise<WholeCatalogue> {
  const texts = await loadTexts(top, page, "en");
  if (!texts) throw new TextsError(`${folderOf(page, "en")} is missing.`);
  return texts;
}

async function readJson(file: string): Promise<Json> {
  try {
    return await Bun.file(file).json();
  } catch (error) {
    throw new TextsError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** The keys of a language that has no texts yet. */
function emptyTexts(model: WholeCatalogue, language: string): WholeCatalogue {
  const empty = (entry: Catalogue): Catalogue => {
    if (typeof entry === "string") return "";
    if (Array.isArray(entry)) return entry.map(empty);
    const keys = isPluralText(entry)
      ? formsOf(language).map((form) => [form, ""] as const)
      : Object.entries(entry);
    return Object.fromEntries(keys.map(([key, inner]) => [key, empty(inner)]));
  };
  return Object.fromEntries(Object.entries(model).map(([key, entry]) => [key, empty(entry)]));
}

const isPage = (name: string): name is Page => pages.some((page) => page === name);
