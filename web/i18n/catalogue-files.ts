import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Catalogue } from "../ui/catalogue.ts";

/** What has texts of its own. */
export const pages = ["client", "admin"] as const;
export type Page = (typeof pages)[number];

/** A catalogue as a whole. */
export interface WholeCatalogue {
  readonly [key: string]: Catalogue;
}

const project = join(import.meta.dir, "../..");

/** The folder of a language, below the top of the project. */
export const folderOf = (page: Page, language: string): string => `web/${page}/src/i18n/${language}`;

/** Reads the catalogue of a language, or undefined if there is none. */
export async function loadTexts(
  top: string,
  page: Page,
  language: string,
): Promise<WholeCatalogue | undefined> {
  const index = join(top, folderOf(page, language), "index.ts");
  if (!(await Bun.file(index).exists())) return undefined;
  const module: Readonly<Record<string, WholeCatalogue>> = await import(index);
  return module[language];
}

/** A file of texts. Its one export is a group of the catalogue, or holds several that the index spreads. */
interface TextFile {
  readonly name: string;
  readonly exported: string;
  /** The groups of the catalogue that it holds. */
  readonly groups: readonly string[];
}

/** The files that every language has. */
export async function listTextFiles(top: string, page: Page): Promise<TextFile[]> {
  const folder = join(top, folderOf(page, "en"));
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts") && name !== "index.ts");
  const catalogue = await loadTexts(top, page, "en");
  return Promise.all(
    names.sort().map(async (name) => {
      const module: Readonly<Record<string, WholeCatalogue>> = await import(join(folder, name));
      const [[exported, texts] = ["", {}], ...more] = Object.entries(module);
      if (exported === "" || more.length > 0) throw new Error(`${join(folder, name)} must have one export.`);
      const isGroup = catalogue !== undefined && Object.hasOwn(catalogue, exported);
      return { name, exported, groups: isGroup ? [exported] : Object.keys(texts) };
    }),
  );
}

/** Writes the files of a language again, and gives their number. */
export async function writeTexts(
  top: string,
  page: Page,
  language: string,
  texts: WholeCatalogue,
): Promise<number> {
  const folder = join(top, folderOf(page, language));
  // Written next to the old folder until it is complete, so that an interrupted import leaves the old texts.
  const made = `${folder}.new`;
  await rm(made, { recursive: true, force: true });
  await mkdir(made, { recursive: true });
  const english = await Bun.file(join(top, folderOf(page, "en"), "index.ts")).text();
  const sources = [
    { name: "index.ts", source: indexSource(english, language) },
    ...(await listTextFiles(top, page)).map((file) => ({
      name: file.name,
      source: fileSource(file, language, texts),
    })),
  ];
  for (const { name, source } of sources) await Bun.write(join(made, name), source);
  await formatFolder(top, made);
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder);
  return sources.length;
}

const importTranslation = 'import type { Translation } from "@ui/catalogue.ts";\n';

function indexSource(english: string, language: string): string {
  return `${importTranslation}import type { en as english } from "../en/index.ts";\n${english.replace(
    "export const en =",
    `export const ${language}: Translation<typeof english, "${language}"> =`,
  )}`;
}

function fileSource({ name, exported, groups }: TextFile, language: string, texts: WholeCatalogue): string {
  const entries = texts[exported] ?? Object.fromEntries(groups.map((group) => [group, texts[group]]));
  // A break after the first brace keeps the object on several lines; biome decides on those within, and on quotes,
  // except those of numbers.
  const object = JSON.stringify(entries)
    .replace("{", "{\n")
    .replaceAll(/(?<=[{,]\n?)"(\d+)":/g, "$1:");
  return `${importTranslation}import type { ${exported} as english } from "../en/${name}";

export const ${exported}: Translation<typeof english, "${language}"> = ${object};
`;
}

async function formatFolder(top: string, folder: string): Promise<void> {
  const biome = Bun.spawn([join(project, "node_modules/.bin/biome"), "format", "--write", folder], {
    cwd: top,
    stdout: "ignore",
    stderr: "pipe",
  });
  const complaint = await new Response(biome.stderr).text();
  if ((await biome.exited) !== 0) throw new Error(`${folder} could not be formatted: ${complaint}`);
}
