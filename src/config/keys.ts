import { IsArray, IsBoolean, IsInteger, IsNumber, IsObject, type TObject, type TSchema } from "typebox";

/** One leaf of the configuration, as the file, the environment and the documentation name it. */
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

/** What a variable's text means for a key of this type; undefined where it means nothing. */
export function parseVariable(schema: TSchema, text: string): unknown {
  if (IsBoolean(schema)) return { true: true, false: false, "1": true, "0": false }[text.toLowerCase()];
  if (IsInteger(schema) || IsNumber(schema)) return text.trim() === "" ? undefined : Number(text);
  if (IsArray(schema)) {
    const parts = text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
    return parts.map((part) => parseVariable(schema.items, part));
  }
  return text;
}
