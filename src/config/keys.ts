import { IsArray, IsBoolean, IsInteger, IsNumber, IsObject, type TObject, type TSchema } from "typebox";

/** One key of the configuration, with its names in the file and in the environment. */
export interface ConfigKey {
  readonly path: readonly string[];
  readonly key: string;
  readonly variable: string;
  readonly schema: TSchema & { default?: unknown; description?: string; secret?: boolean };
}

export function configKeys(schema: TObject, parents: readonly string[] = []): ConfigKey[] {
  return Object.entries(schema.properties).flatMap(([name, child]) => {
    const path = [...parents, name];
    if (IsObject(child)) return configKeys(child, path);
    return [{ path, key: path.join("."), variable: `ERMINE_${path.join("_").toUpperCase()}`, schema: child }];
  });
}

/** Parses the text of a variable by the type of its key; undefined if it is invalid. */
export function parseVariable(schema: TSchema, text: string): unknown {
  if (IsBoolean(schema)) return { true: true, false: false, "1": true, "0": false }[text.toLowerCase()];
  if (IsInteger(schema) || IsNumber(schema)) return text.trim() === "" ? undefined : Number(text);
  if (IsArray(schema) && IsObject(schema.items)) return parseTables(text);
  if (IsArray(schema)) {
    const items = text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
    return items.map((item) => parseVariable(schema.items, item));
  }
  return text;
}

/** What the text of a variable must be like, for a key whose type not every text has. */
export function describeForm(schema: TSchema): string {
  if (IsBoolean(schema)) return "true or false";
  return IsArray(schema) ? "a list in JSON" : "a number";
}

/** A list of tables is JSON in a variable. */
function parseTables(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
