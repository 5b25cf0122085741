import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dir, "../src/migrations");
export const migrationList = join(folder, "index.ts");

const importLine = /^import \{ \w+ \} from "\.\/\d{4}-[\w-]+\.ts";\n/gm;

/** The list of migrations with every file of the folder; `0046-user-polls.ts` exports `userPolls`. */
export function listMigrations(): string {
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}-[\w-]+\.ts$/.test(name))
    .sort();
  const exportName = (file: string) =>
    file.slice("0000-".length, -".ts".length).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const imports = files.map((file) => `import { ${exportName(file)} } from "./${file}";\n`).join("");
  const names = files.map((file) => `  ${exportName(file)},\n`).join("");
  return readFileSync(migrationList, "utf8")
    .replaceAll(importLine, "")
    .replace(/^/, () => imports)
    .replace(/(\/\/ The steps since then[^\n]*\n)[^\]]*/, (_, above: string) => above + names);
}

if (import.meta.main) writeFileSync(migrationList, listMigrations());
