// `npm run texts`: exports, imports and checks the texts of the pages.
import { join, resolve } from "node:path";
import { checkAll, exportTexts, importTexts, TextsError } from "./commands.ts";

const usage = `npm run texts check                    compares the texts of all languages with the English ones
npm run texts export LANGUAGE FILE     writes the texts of a language as JSON of i18next (version 4)
npm run texts import LANGUAGE FILE     writes the files of a language from such JSON`;

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof TextsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run([command = "", language = "", file = "", ...more]: string[]): Promise<string> {
  const top = join(import.meta.dir, "../..");
  // npm runs this at the top of the project, and tells where it was called.
  const path = resolve(process.env.INIT_CWD ?? ".", file);
  if (command === "check" && language === "") return checkAll(top);
  if (language === "" || file === "" || more.length > 0) throw new TextsError(usage);
  if (command === "import") return importTexts(top, language, path);
  if (command !== "export") throw new TextsError(usage);
  await Bun.write(path, await exportTexts(top, language));
  return `The texts in ${language} are in ${path}.`;
}
