import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderOf, loadTexts, pages } from "./catalogue-files.ts";
import { checkAll, exportTexts, importTexts } from "./commands.ts";

const project = join(import.meta.dir, "../..");
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ermine-texts-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A project with the catalogues of this one, to write into. */
async function copyProject(name: string, languages: readonly string[] = ["en"]): Promise<string> {
  const top = join(folder, name);
  await cp(join(project, "biome.json"), join(top, "biome.json"));
  for (const page of pages)
    for (const language of languages) {
      await mkdir(join(top, folderOf(page, language)), { recursive: true });
      await cp(join(project, folderOf(page, language)), join(top, folderOf(page, language)), {
        recursive: true,
      });
    }
  return top;
}

interface Group {
  [key: string]: string | Group;
}

const exported = new Map<string, Promise<string>>();

/** The JSON of a language with some texts changed, or removed, as translators may send it. */
async function writeJson(name: string, language: string, changes: Readonly<Record<string, unknown>>) {
  const file = join(folder, `${name}.json`);
  const text = exported.get(language) ?? exportTexts(project, language);
  exported.set(language, text);
  const json: Group = JSON.parse(await text);
  for (const [path, text] of Object.entries(changes)) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    let group = json;
    for (const key of keys) group = group[key] as Group;
    if (text === undefined) delete group[last];
    else group[last] = text as string;
  }
  await Bun.write(file, JSON.stringify(json));
  return file;
}

/** Polish, with the same words for everything. */
async function writePolish(name: string): Promise<string> {
  const file = join(folder, `${name}.json`);
  const polish = (english: Group, empty: Group): Group =>
    Object.fromEntries(
      Object.entries(empty).map(([key, entry]) => {
        const other = key.replace(/_(one|few|many)$/, "_other");
        const text = english[key] ?? english[other] ?? "";
        if (typeof entry !== "string") return [key, polish(text as Group, entry)];
        return [key, `${english[other] ?? text}`];
      }),
    );
  const [english, empty] = await Promise.all(
    ["en", "pl"].map(async (language): Promise<Group> => JSON.parse(await exportTexts(project, language))),
  );
  const json = polish(english ?? {}, empty ?? {});
  // A list is an object with numbers to the function above.
  const composer = (json.client as Group).composer as Group;
  await Bun.write(
    file,
    JSON.stringify({
      ...json,
      client: {
        ...(json.client as Group),
        composer: { ...composer, skinTones: Object.values(composer.skinTones as Group) },
      },
    }),
  );
  return file;
}

describe("export", () => {
  test("has texts, placeholders and plurals as i18next writes them", async () => {
    const { client, admin } = JSON.parse(await exportTexts(project, "en"));
    expect(client.common.cancel).toBe("Cancel");
    expect(client.people.kickTitle).toBe("Kick {{name}} from {{server}}?");
    expect(client.people).toMatchObject({ days_one: "{{count}} day", days_other: "{{count}} days" });
    expect(client.people.days).toBeUndefined();
    expect(client.composer.skinTones[1]).toBe("Light");
    expect(admin.overview.failedJobs_one).toBe("{{count}} failed job");
  });

  test("has empty texts for a new language, with the plural forms that it needs", async () => {
    const { client } = JSON.parse(await exportTexts(project, "ar"));
    expect(client.common.cancel).toBe("");
    const forms = Object.keys(client.people).filter((key) => key.startsWith("days_"));
    expect(forms.sort()).toEqual(
      ["few", "many", "one", "other", "two", "zero"].map((form) => `days_${form}`),
    );
  });

  test("refuses what is no language", async () => {
    await expect(exportTexts(project, "../x")).rejects.toThrow('"../x" is no language');
    await expect(exportTexts(project, "in")).rejects.toThrow('"in" is no language');
    await expect(exportTexts(project, "xx")).rejects.toThrow('"xx" is no language');
  });
});

describe("import", () => {
  test("of an export gives the same catalogue, and so the same export", async () => {
    const top = await copyProject("round-trip");
    const file = await writeJson("round-trip", "de", {});
    await importTexts(top, "de", file);
    for (const page of pages) {
      expect(await loadTexts(top, page, "de")).toEqual(await loadTexts(project, page, "de"));
      const names = await readdir(join(top, folderOf(page, "de")));
      expect(names.sort()).toEqual((await readdir(join(project, folderOf(page, "en")))).sort());
    }
    expect(await exportTexts(top, "de")).toBe(await exportTexts(project, "de"));
  });

  test("replaces what was there, and what an interrupted one left", async () => {
    const top = await copyProject("replaced", ["en", "de"]);
    await Bun.write(join(top, folderOf("client", "de"), "removed.ts"), "export const removed = {};");
    await Bun.write(join(`${join(top, folderOf("client", "de"))}.new`, "half.ts"), "export const half");
    await importTexts(
      top,
      "de",
      await writeJson("replaced", "de", {
        "client.common.cancel": "Lass das",
        "client.voice.states.idle": undefined,
      }),
    );
    const left = await readdir(join(top, "web/client/src/i18n"));
    expect(left.sort()).toEqual(["de", "en"]);
    expect(await readdir(join(top, folderOf("client", "de")))).not.toContain("removed.ts");
    expect(await Bun.file(join(top, folderOf("client", "de"), "common.ts")).text()).toContain('"Lass das"');
    expect((await loadTexts(top, "client", "de"))?.voice).toMatchObject({ states: { idle: "" } });
  });

  test("of a new language says what is left to do", async () => {
    const top = await copyProject("polish");
    const said = await importTexts(top, "pl", await writePolish("polish"));
    expect(said).toContain(
      'web/ui/languages.ts: pl: "NAME", in "languages" and pl: ["one", "few", "many", "other"], in "pluralForms"',
    );
    expect(said).toContain("web/admin/src/i18n/i18n.ts: pl: async () => readCatalogue<typeof en>(");
    const polish = await loadTexts(top, "client", "pl");
    expect(polish?.people).toMatchObject({ days: { few: "{count} days", many: "{count} days" } });
  });

  const refused: readonly [what: string, changes: Record<string, unknown>, problem: string][] = [
    [
      "a missing text",
      { "client.common.cancel": undefined },
      'client.common.cancel is missing. In English: "Cancel".',
    ],
    ["a missing group", { "admin.access": undefined }, "admin.access is missing."],
    [
      "an unknown text",
      { "client.common.cancle": "Ab" },
      "client.common.cancle is not among the English texts.",
    ],
    ["an unknown page", { bot: {} }, "bot is not among the English texts."],
    [
      "a hidden key",
      { "client.common.constructor": "x" },
      "client.common.constructor is not among the English texts.",
    ],
    ["an empty text", { "client.common.cancel": " " }, "client.common.cancel is empty."],
    ["a number", { "client.common.cancel": 1 }, "client.common.cancel must be a text."],
    ["a text for a group", { "client.common": "x" }, "client.common must be a group of texts."],
    [
      "a missing placeholder",
      { "client.people.kickTitle": "{{name}} weg?" },
      "client.people.kickTitle lacks the placeholder {{server}}.",
    ],
    [
      "a changed placeholder",
      { "client.people.blocked": "{{Name}} fort" },
      "client.people.blocked has the placeholder {{Name}}, which the English text does not have.",
    ],
    [
      "a placeholder of another notation",
      { "client.people.blocked": "{name} fort {{name}}" },
      "client.people.blocked has a brace that belongs to no placeholder. They are written as {{name}}.",
    ],
    [
      "a placeholder in a text without",
      { "client.common.cancel": "{{name}}" },
      "client.common.cancel has the placeholder {{name}}",
    ],
    [
      "a missing plural form",
      { "client.people.days_one": undefined },
      'client.people.days_one is missing: the plural form "one", for 1.',
    ],
    [
      "a form that the language does not have",
      { "client.people.days_few": "{{count}} Tage" },
      "client.people.days_few is no plural form of de, which has one, other.",
    ],
    [
      "a plural form without the count",
      { "client.people.days_other": "Tage" },
      "client.people.days_other lacks the placeholder {{count}}.",
    ],
    [
      "a text for a plural",
      {
        "client.people.days_one": undefined,
        "client.people.days_other": undefined,
        "client.people.days": "Tage",
      },
      "client.people.days must have the plural forms one, other.",
    ],
  ];

  let unchanged: Promise<string> | undefined;

  test.each(refused)("refuses %s, and changes nothing", async (what, changes, problem) => {
    unchanged ??= copyProject("unchanged");
    const top = await unchanged;
    const file = await writeJson(what, "de", changes);
    await expect(importTexts(top, "de", file)).rejects.toThrow(`${file}: ${problem}`);
    expect(await readdir(join(top, "web/client/src/i18n"))).toEqual(["en"]);
  });

  test("refuses a form that stands for several numbers, but leaves the count out", async () => {
    const file = await writePolish("several");
    const json = await Bun.file(file).json();
    json.client.people.days_one = "dzień";
    json.client.people.days_few = "dni";
    await Bun.write(file, JSON.stringify(json));
    const problem = await importTexts(await copyProject("several"), "pl", file).catch(
      (error) => error.message,
    );
    expect(problem).toBe(
      `${file}: client.people.days_few lacks the placeholder {{count}}.\n1 problem. Nothing was written.`,
    );
  });

  test("names all problems at once, and what is not JSON", async () => {
    const top = await copyProject("several-problems");
    const changes = { "client.common.cancel": "", "admin.common.close": "" };
    const file = await writeJson("several-problems", "de", changes);
    await expect(importTexts(top, "de", file)).rejects.toThrow("2 problems. Nothing was written.");
    await Bun.write(file, "{");
    await expect(importTexts(top, "de", file)).rejects.toThrow(`${file} cannot be read as JSON`);
    await expect(importTexts(top, "de", join(folder, "none"))).rejects.toThrow("none cannot be read as JSON");
    await expect(importTexts(top, "en", file)).rejects.toThrow("English is the model");
  });
});

describe("check", () => {
  test("finds nothing in the catalogues of the project", async () => {
    expect(await checkAll(project)).toContain("en, de are complete");
  });

  test("names the file, the key and what is wrong", async () => {
    const top = await copyProject("checked", ["en", "de"]);
    const file = join(top, folderOf("client", "de"), "server-settings.ts");
    const text = await Bun.file(file).text();
    await Bun.write(file, text.replace(/movedTo: ".*{name}/, 'movedTo: "{nmae}'));
    const problem = await checkAll(top).catch((error) => error.message);
    const key = "web/client/src/i18n/de/server-settings.ts: serverSettings.movedTo";
    expect(problem).toBe(
      `${key} lacks the placeholder {name}.\n${key} has the placeholder {nmae}, which the English text does not have.\n2 problems.`,
    );
  });
});

test("npm run texts: a process that exports, checks, and ends with 1 where something is wrong", async () => {
  const run = async (...args: string[]) => {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "run.ts"), ...args], {
      env: { ...process.env, INIT_CWD: folder },
      stderr: "pipe",
    });
    const [out, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code: await child.exited, out, errors };
  };
  expect(await run("check")).toMatchObject({ code: 0, errors: "" });
  expect(await run("export", "de", "de.json")).toMatchObject({ code: 0, errors: "" });
  expect(await Bun.file(join(folder, "de.json")).text()).toBe(await exportTexts(project, "de"));
  expect(await run("import", "de", "none.json")).toMatchObject({
    code: 1,
    errors: expect.stringContaining("none.json cannot be read as JSON"),
  });
  expect(await run("export", "de")).toMatchObject({
    code: 1,
    errors: expect.stringContaining("npm run texts import LANGUAGE FILE"),
  });
});
