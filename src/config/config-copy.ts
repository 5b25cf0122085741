import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { IsArray, IsObject, type TSchema } from "typebox";
import { configFile } from "./load.ts";
import { configSchema } from "./schema.ts";

const placeholder = "…";
const names = new Set(secretNames(configSchema));
const value = [`"""[^]*?"""`, `'''[^]*?'''`, `"(?:\\\\.|[^"\\\\\\n])*"`, `'[^'\\n]*'`, `[^\\s,}#]+`].join(
  "|",
);
/** A secret key with its value: in a section, dotted, in an inline table, or in a comment. */
const assignment = new RegExp(
  `((?:^|[\\s{,.#])["']?(?:${[...names].join("|")})["']?[ \\t]*=[ \\t]*)(?:${value})`,
  "gm",
);

/** A copy of ermine.toml with a placeholder for each secret; undefined if there is no such file. */
export function copyConfigFile(): string | undefined {
  const file = configFile();
  if (!existsSync(file)) return undefined;
  const path = resolve(file);
  try {
    return `# Copy of ${path}, with "${placeholder}" in place of each secret.\n${withoutSecrets(readFileSync(file, "utf8"))}`;
  } catch {
    return `# ${path} is not copied: it cannot be read, or not without its secrets.\n`;
  }
}

/** Throws unless every secret was replaced. */
export function withoutSecrets(toml: string): string {
  const copy = toml.replace(assignment, `$1"${placeholder}"`).replace(/\/\/[^/?#\s]*@/g, `//${placeholder}@`);
  JSON.stringify(Bun.TOML.parse(copy), (name, each) => {
    if (names.has(name) && each !== placeholder) throw new Error(`${name} was not replaced`);
    return each;
  });
  return copy;
}

function secretNames(schema: TSchema & { secret?: boolean }, name = ""): string[] {
  if (schema.secret) return [name];
  if (IsArray(schema)) return secretNames(schema.items, name);
  if (!IsObject(schema)) return [];
  return Object.entries(schema.properties).flatMap(([child, each]) => secretNames(each, child));
}
