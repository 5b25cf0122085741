import { describe, expect, test } from "bun:test";
import { readCatalogue, type TranslationOf } from "./catalogue.ts";
import { directionOf, pluralForms } from "./languages.ts";
import type { PluralForm } from "./plural.ts";

const en = {
  cancel: "Cancel",
  blocked: "{name} is blocked.",
  joined: "In {server} since {date}",
  files: { one: "{count} file", other: "{count} files" },
  found: { one: "{count} file of {name}", other: "{count} files of {name}" },
  reasons: { spam: "Spam", other: "Something else" },
  tones: ["Light", "Dark"],
} as const;

type Translation<Forms extends PluralForm> = TranslationOf<typeof en, Forms>;

const others = {
  cancel: "-",
  blocked: "{name}",
  joined: "{date} {server}",
  found: { other: "{count} {name}" },
  reasons: { spam: "-", other: "-" },
  tones: ["-", "-"],
} as const;

/** What a language writes for some counts, by the forms of a word. */
function countFiles(language: string, forms: Translation<"other">["files"], counts: readonly number[]) {
  const { files } = readCatalogue<typeof en>({ ...others, files: forms }, language);
  return counts.map((count) => files(count));
}

describe("texts with values", () => {
  const texts = readCatalogue<typeof en>(en, "en");

  test("one value is given as it is, several by their names", () => {
    expect(texts.cancel).toBe("Cancel");
    expect(texts.blocked("Ann")).toBe("Ann is blocked.");
    expect(texts.joined({ date: "May", server: "Den" })).toBe("In Den since May");
    expect(texts.found({ count: 1200, name: "Ann" })).toBe("1,200 files of Ann");
    expect(texts.tones).toEqual(["Light", "Dark"]);
  });

  test("what people write stays as it is", () => {
    expect(texts.joined({ date: "$&", server: "{date}" })).toBe("In {date} since $&");
    expect(texts.blocked("")).toBe(" is blocked.");
  });

  test("a group with the name of a plural form is a group", () => {
    expect(texts.reasons.other).toBe("Something else");
  });
});

describe("plurals", () => {
  test("Polish", () => {
    const forms = {
      one: "{count} plik",
      few: "{count} pliki",
      many: "{count} plików",
      other: "{count} pliku",
    };
    expect(countFiles("pl", forms, [0, 1, 2, 4, 5, 12, 21, 22, 25, 112, 1.5])).toEqual([
      "0 plików",
      "1 plik",
      "2 pliki",
      "4 pliki",
      "5 plików",
      "12 plików",
      "21 plików",
      "22 pliki",
      "25 plików",
      "112 plików",
      "1,5 pliku",
    ]);
  });

  test("Russian", () => {
    const forms = {
      one: "{count} файл",
      few: "{count} файла",
      many: "{count} файлов",
      other: "{count} файла",
    };
    expect(countFiles("ru", forms, [0, 1, 3, 11, 21, 24, 111, 1.5])).toEqual([
      "0 файлов",
      "1 файл",
      "3 файла",
      "11 файлов",
      "21 файл",
      "24 файла",
      "111 файлов",
      "1,5 файла",
    ]);
  });

  test("Arabic", () => {
    const forms = {
      zero: "لا ملفات",
      one: "ملف واحد",
      two: "ملفان",
      few: "{count} ملفات",
      many: "{count} ملفًا",
      other: "{count} ملف",
    };
    expect(
      countFiles("ar", forms, [0, 1, 2, 3, 11, 100]).map((text) => text.replace(/[\d٠-٩]+/, "n")),
    ).toEqual(["لا ملفات", "ملف واحد", "ملفان", "n ملفات", "n ملفًا", "n ملف"]);
  });

  test("a form that is missing is replaced by the one that every language has", () => {
    expect(countFiles("pl", { other: "{count} pliku" }, [1, 2, 5])).toEqual([
      "1 pliku",
      "2 pliku",
      "5 pliku",
    ]);
  });

  test.each(Object.entries(pluralForms))("the forms of %s are those of Intl", (language, plurals) => {
    expect<readonly PluralForm[]>([...plurals].sort()).toEqual(
      new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort(),
    );
  });
});

/** Compiles only if the text may stand for the English one. */
type Fits<Entry, Key extends keyof Translation<"one" | "few" | "other">> = Entry extends Translation<
  "one" | "few" | "other"
>[Key]
  ? true
  : false;

test("the compiler finds what a translation lacks", () => {
  const found: {
    complete: Fits<"{date} w {server}", "joined">;
    placeholder: Fits<"w {server}", "joined">;
    form: Fits<{ one: "{count} plik"; other: "{count} pliku" }, "files">;
    placeholderOfForm: Fits<{ one: "{count} {name}"; few: "{count}"; other: "{count} {name}" }, "found">;
    countIsFree: Fits<{ one: "jeden {name}"; few: "{count} {name}"; other: "{count} {name}" }, "found">;
  } = { complete: true, placeholder: false, form: false, placeholderOfForm: false, countIsFree: true };
  expect(found.complete).toBe(true);
});

test("a page runs in the direction of its language", () => {
  expect(["en", "de", "pl", "ru", "ar", "he"].map(directionOf)).toEqual([
    "ltr",
    "ltr",
    "ltr",
    "ltr",
    "rtl",
    "rtl",
  ]);
});
