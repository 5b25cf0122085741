import { existsSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { IsArray, type TObject, type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Default } from "typebox/value";
import { type ConfigKey, configKeys, parseVariable } from "./keys.ts";
import { nearest } from "./nearest.ts";
import { type Config, configSchema } from "./schema.ts";
import { suggestKey } from "./suggest-key.ts";

export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export interface LoadedConfig {
  readonly config: Config;
  /** The file that was read, or "defaults". */
  readonly source: string;
  /** Variables that begin with ERMINE_ and name no key. */
  readonly unknownVariables: readonly string[];
}

const validator = Compile(configSchema);
const keys = configKeys(configSchema);

/** Loads the defaults, then the file, then the environment. Nothing else reads the environment. */
export function loadConfig(environment: Record<string, string | undefined> = process.env): LoadedConfig {
  const file = environment.ERMINE_CONFIG ?? "ermine.toml";
  const isNamed = environment.ERMINE_CONFIG !== undefined;
  if (isNamed && !existsSync(file))
    throw new ConfigError(`ERMINE_CONFIG names ${file}, which does not exist`);
  const fromFile = existsSync(file) ? readToml(file) : {};
  const values: Record<string, unknown> = configWith(fromFile);
  const keyByVariable = new Map(keys.map((key) => [key.variable, key]));
  const unknownVariables: string[] = [];
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith("ERMINE_") || name === "ERMINE_CONFIG" || text === undefined) continue;
    const key = keyByVariable.get(name);
    if (key) assign(values, key, parseVariable(key.schema, text), name);
    else unknownVariables.push(name);
  }
  return {
    config: check(values),
    source: existsSync(file) ? file : "defaults",
    unknownVariables,
  };
}

/** What to tell an operator about a variable that names no key. */
export function describeUnknownVariable(name: string): string {
  const close = nearest(
    name,
    keys.map(({ variable }) => variable),
  );
  return `${name} is not a key of Ermine and has no effect.${close === undefined ? "" : ` Did you mean ${close}?`}`;
}

/** The environment without the keys of this program, for other programs that it runs: there may be secrets in them. */
export function environmentForPrograms(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ERMINE_")));
}

/** The default configuration with these overrides. */
export function configWith(overrides: Record<string, unknown>): Config {
  return check(makeConfig(overrides));
}

function makeConfig(overrides: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const key of keys) assign(values, key, structuredClone(key.schema.default), key.key);
  return merge(values, overrides);
}

function merge(into: Record<string, unknown>, from: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(from)) {
    const current = into[name];
    if (isTable(current) && isTable(value)) merge(current, value);
    else into[name] = value;
  }
  return into;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function assign(values: Record<string, unknown>, key: ConfigKey, value: unknown, origin: string): void {
  if (value === undefined || Number.isNaN(value))
    throw new ConfigError(`${origin}: invalid value for ${key.key}`);
  let table = values;
  for (const name of key.path.slice(0, -1)) {
    table[name] ??= {};
    table = table[name] as Record<string, unknown>;
  }
  table[key.path.at(-1) ?? ""] = value;
}

function readToml(file: string): Record<string, unknown> {
  try {
    return Bun.TOML.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  } catch (error) {
    throw new ConfigError(`${file} is not valid TOML: ${error instanceof Error ? error.message : error}`);
  }
}

/** What a text must be like, in words: people cannot read the pattern. */
function formAt(instancePath: string): string {
  let schema: TSchema & { form?: string } = configSchema;
  for (const name of instancePath.slice(1).split("/"))
    schema = (IsArray(schema) ? schema.items : (schema as TObject).properties[name]) ?? {};
  return schema.form ?? "of another form";
}

/** Addresses to which paths are appended. */
function dropTrailingSlashes(values: Record<string, unknown>): void {
  for (const key of ["public_url", "app_url"]) {
    const url = values[key];
    if (typeof url === "string") values[key] = url.replace(/\/+$/, "");
  }
}

function check(given: Record<string, unknown>): Config {
  // The entries of lists, such as providers, have defaults too.
  const values = Default(configSchema, given) as Record<string, unknown>;
  dropTrailingSlashes(values);
  if (validator.Check(values)) {
    const invalid = values.trusted_proxies.find((text) => !ipaddr.isValid(text) && !ipaddr.isValidCIDR(text));
    if (invalid !== undefined)
      throw new ConfigError(`trusted_proxies: ${invalid} is neither an address nor a network`);
    const { node_ip } = values.voice;
    if (node_ip !== "" && !isIP(node_ip))
      throw new ConfigError(`voice.node_ip: ${node_ip} is not an address`);
    checkProviders(values);
    checkCluster(values);
    checkBackups(values);
    return values;
  }
  const problems = validator.Errors(values).flatMap((error) => {
    // The unknown key itself is reported by another error.
    if (error.keyword === "additionalProperties") return [];
    const key = error.instancePath.slice(1).replaceAll("/", ".");
    if (error.keyword === "boolean") return [`  ${key}: unknown key${suggestKey(key.split("."))}`];
    if (error.keyword === "pattern") return [`  ${key}: must be ${formAt(error.instancePath)}`];
    if (error.keyword === "enum")
      return [`  ${key}: must be one of ${error.params.allowedValues.join(", ")}`];
    return [`  ${key}: ${error.message}`];
  });
  throw new ConfigError(`The configuration is invalid:\n${[...new Set(problems)].join("\n")}`);
}

function checkProviders({ oidc: { providers }, accounts }: Config): void {
  const ids = providers.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new ConfigError(`oidc.providers: two have the id ${twice}`);
  if (accounts.password_login === "off" && providers.length === 0)
    throw new ConfigError("accounts.password_login: off needs a provider in oidc.providers");
}

/** What several servers use together must be in a place that all of them reach. */
function checkCluster({ database_url, redis_url, cluster, s3 }: Config): void {
  // The error of the URL parser would show the password.
  if (redis_url !== "" && !URL.canParse(redis_url)) throw new ConfigError("redis_url: is not a valid URL");
  if (database_url === "" && redis_url !== "")
    throw new ConfigError("redis_url: needs PostgreSQL (database_url)");
  if (!cluster.enabled) return;
  if (database_url === "") throw new ConfigError("cluster.enabled: needs PostgreSQL (database_url)");
  if (s3.bucket === "" && !cluster.shared_files)
    throw new ConfigError(
      "cluster.enabled: needs files in S3 (s3.bucket), or a data_dir/files that all servers share (cluster.shared_files)",
    );
}

function checkBackups({ backup: { s3 } }: Config): void {
  const [given, lacking] =
    s3.access_key_id === "" ? ["secret_access_key", "access_key_id"] : ["access_key_id", "secret_access_key"];
  if ((s3.access_key_id === "") !== (s3.secret_access_key === ""))
    throw new ConfigError(`backup.s3.${given}: needs backup.s3.${lacking}`);
}
