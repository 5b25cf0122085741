import { IsArray, IsObject, type TSchema } from "typebox";
import { configKeys } from "./keys.ts";
import { nearest } from "./nearest.ts";
import { configSchema } from "./schema.ts";

const keys = configKeys(configSchema);

/** What to add to the report of an unknown key: the key that was probably meant, if there is one. */
export function suggestKey(path: readonly string[]): string {
  const table = path.slice(0, -1);
  const name = path.at(-1) ?? "";
  const close = nearest(name, namesIn(table));
  if (close !== undefined) return `. Did you mean ${[...table, close].join(".")}?`;
  // A key below the wrong [table], as at the end of the file.
  const elsewhere = keys.filter((each) => each.path.at(-1) === name);
  const [only] = elsewhere;
  if (!only || elsewhere.length > 1) return "";
  const parents = only.path.slice(0, -1).join(".");
  const place = parents === "" ? "above the first [table] of the file" : `below [${parents}]`;
  return `. Did you mean ${only.key}? It belongs ${place}.`;
}

/** The names of the keys and tables in a table, or in the tables of a list. */
function namesIn(table: readonly string[]): string[] {
  let schema: TSchema | undefined = configSchema;
  for (const name of table) {
    if (schema && IsArray(schema)) schema = schema.items;
    else schema = schema && IsObject(schema) ? schema.properties[name] : undefined;
  }
  return schema && IsObject(schema) ? Object.keys(schema.properties) : [];
}
