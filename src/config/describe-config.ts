import { isDeepStrictEqual } from "node:util";
import { IsArray, IsObject, type TSchema } from "typebox";
import { configKeys } from "./keys.ts";
import { type Config, configSchema } from "./schema.ts";

/** A key of the configuration as operators may see it. */
interface DescribedKey {
  readonly key: string;
  /** Absent for secrets. */
  readonly value?: unknown;
  readonly isSecret: boolean;
  readonly isDefault: boolean;
  readonly doc: string;
}

/** Every key with the value that is in force. No secret is in it, also none within a list of tables or an address. */
export function describeConfig(config: Config): DescribedKey[] {
  return configKeys(configSchema).map(({ key, path, schema }) => {
    const value = path.reduce<unknown>((table, name) => (table as Record<string, unknown>)[name], config);
    return {
      key,
      ...(!isSecret(schema) && { value: withoutSecrets(schema, value) }),
      isSecret: isSecret(schema),
      isDefault: isDeepStrictEqual(value, schema.default),
      doc: schema.description ?? "",
    };
  });
}

function isSecret(schema: TSchema & { secret?: boolean }): boolean {
  return schema.secret === true;
}

function withoutSecrets(schema: TSchema, value: unknown): unknown {
  if (IsArray(schema) && Array.isArray(value)) return value.map((item) => withoutSecrets(schema.items, item));
  if (IsObject(schema)) {
    const table = value as Record<string, unknown>;
    const shown = Object.entries(schema.properties).filter(
      ([name, property]) => name in table && !isSecret(property),
    );
    return Object.fromEntries(shown.map(([name, property]) => [name, withoutSecrets(property, table[name])]));
  }
  return typeof value === "string" ? value.replace(/\/\/[^/?#\s]*@/g, "//") : value;
}
