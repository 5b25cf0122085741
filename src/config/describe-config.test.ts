import { expect, test } from "bun:test";
import { IsArray, IsBoolean, IsObject, IsString, type TObject, type TSchema } from "typebox";
import { describeConfig } from "./describe-config.ts";
import { configWith } from "./load.ts";
import type { Config } from "./schema.ts";
import { configSchema } from "./schema.ts";

const marker = "do-not-show";

/** A value for every key, down to the tables in lists: all that is secret holds the marker, all other text an address. */
function fill(schema: TSchema & { secret?: boolean }): unknown {
  if (schema.secret) return marker;
  if (IsObject(schema)) return fillTable(schema);
  if (IsArray(schema)) return [fill(schema.items)];
  if (IsBoolean(schema)) return true;
  return IsString(schema) ? `https://user:${marker}@host.example/path` : 7;
}

const fillTable = ({ properties }: TObject) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fill(schema)]));

/** The paths of all secrets, also of those in lists. */
function secretsIn(schema: TSchema & { secret?: boolean }, path: string[] = []): string[] {
  if (schema.secret) return [path.join(".")];
  if (IsArray(schema)) return secretsIn(schema.items, path);
  if (!IsObject(schema)) return [];
  return Object.entries(schema.properties).flatMap(([name, child]) => secretsIn(child, [...path, name]));
}

test("no secret of the schema is shown, not even one in a list of tables or in an address", () => {
  const described = describeConfig(fillTable(configSchema) as Config);
  expect(JSON.stringify(described)).not.toContain(marker);
  const secrets = secretsIn(configSchema);
  expect(secrets).toContain("voice.nodes.secret");
  expect(secrets).toContain("database_url");
  for (const { key, isSecret, ...rest } of described)
    expect({ key, isSecret, isShown: "value" in rest }).toEqual({
      key,
      isSecret: secrets.includes(key),
      isShown: !secrets.includes(key),
    });
  const nodes = described.find(({ key }) => key === "voice.nodes")?.value;
  expect(nodes).toMatchObject([{ url: "https://host.example/path", lat: 7 }]);
});

test("a key says whether its value is the default", () => {
  const config = configWith({
    port: 81,
    smtp: { password: "x" },
    trusted_proxies: ["10.0.0.0/8"],
    log: { level: "info" },
  });
  const described = describeConfig(config);
  expect(described.filter(({ isDefault }) => !isDefault)).toMatchObject([
    { key: "port", value: 81, isSecret: false },
    { key: "trusted_proxies", value: ["10.0.0.0/8"] },
    { key: "smtp.password", isSecret: true },
  ]);
  expect(described.find(({ key }) => key === "log.level")).toEqual({
    key: "log.level",
    value: "info",
    isSecret: false,
    isDefault: true,
    doc: expect.stringContaining("Least severe"),
  });
});
