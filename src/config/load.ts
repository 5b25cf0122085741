import { existsSync, readFileSync } from "node:fs";
import ipaddr from "ipaddr.js";
import { IsArray, type TObject, type TSchema } from "typebox";
import { Check, Default, Errors } from "typebox/value";
import { type ConfigKey, configKeys, describeForm, parseVariable } from "./keys.ts";
import { nearest } from "./nearest.ts";
import { type Config, configSchema } from "./schema.ts";
import { readSetupFile, setupFileIn } from "./setup-file.ts";
import { suggestKey } from "./suggest-key.ts";

export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export interface LoadedConfig {
  readonly config: Config;
  /** The files that were read, or "defaults". */
  readonly source: string;
  /** Variables that begin with ERMINE_ and name no key. */
  readonly unknownVariables: readonly string[];
}

const keys = configKeys(configSchema);
const defaultDataDirectory = keys.find(({ key }) => key === "data_dir")?.schema.default;

/**
 * Loads the defaults, then what the setup page has written, then the file, then the environment. Nothing else reads the
 * environment.
 */
export function loadConfig(environment: Record<string, string | undefined> = process.env): LoadedConfig {
  const file = configFile(environment);
  const isNamed = environment.ERMINE_CONFIG !== undefined;
  if (isNamed && !existsSync(file))
    throw new ConfigError(`ERMINE_CONFIG names ${file}, which does not exist`);
  const fromFile = existsSync(file) ? parseToml(file, readFileSync(file, "utf8")) : {};
  const dataDirectory = String(environment.ERMINE_DATA_DIR ?? fromFile.data_dir ?? defaultDataDirectory);
  const setup = readSetupFile(dataDirectory);
  const fromSetup = setup === undefined ? {} : parseToml(setupFileIn(dataDirectory), setup);
  const values = makeConfig(merge(fromSetup, fromFile));
  const keyByVariable = new Map(keys.map((key) => [key.variable, key]));
  const unknownVariables: string[] = [];
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith("ERMINE_") || name === "ERMINE_CONFIG" || text === undefined) continue;
    const key = keyByVariable.get(name);
    if (key) assign(values, key, readVariable(key, text));
    else unknownVariables.push(name);
  }
  const sources = [
    ...(existsSync(file) ? [file] : []),
    ...(setup === undefined ? [] : [setupFileIn(dataDirectory)]),
  ];
  return {
    config: check(values),
    source: sources.join(", ") || "defaults",
    unknownVariables,
  };
}

/** The path of ermine.toml, which need not exist. */
export function configFile(environment: Record<string, string | undefined> = process.env): string {
  return environment.ERMINE_CONFIG ?? "ermine.toml";
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
  for (const key of keys) assign(values, key, structuredClone(key.schema.default));
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

function readVariable({ variable, key, schema }: ConfigKey, text: string): unknown {
  const value = parseVariable(schema, text);
  if (value === undefined || Number.isNaN(value))
    throw new ConfigError(`${variable}: ${key} must be ${describeForm(schema)}`);
  return value;
}

function assign(values: Record<string, unknown>, key: ConfigKey, value: unknown): void {
  let table = values;
  for (const name of key.path.slice(0, -1)) {
    table[name] ??= {};
    const next = table[name];
    // The check of the whole names the key that should be a table.
    if (!isTable(next)) return;
    table = next;
  }
  table[key.path.at(-1) ?? ""] = value;
}

function parseToml(file: string, text: string): Record<string, unknown> {
  try {
    return Bun.TOML.parse(text) as Record<string, unknown>;
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
const baseUrls = ["public_url", "app_url"] as const;

function dropTrailingSlashes(values: Record<string, unknown>): void {
  for (const key of baseUrls) {
    const url = values[key];
    if (typeof url === "string") values[key] = url.replace(/\/+$/, "");
  }
}

/** The pattern of a key cannot tell all of it, such as a port that is too large. */
function checkBaseUrls(config: Config): void {
  for (const key of baseUrls)
    if (config[key] !== "" && !URL.canParse(config[key]))
      throw new ConfigError(`${key}: ${config[key]} is not a valid URL`);
}

function check(given: Record<string, unknown>): Config {
  // The entries of lists, such as providers, have defaults too.
  const values = Default(configSchema, given) as Record<string, unknown>;
  dropTrailingSlashes(values);
  // Not compiled, which takes longer than to check a configuration once.
  if (Check(configSchema, values)) {
    const invalid = values.trusted_proxies.find((text) => !ipaddr.isValid(text) && !ipaddr.isValidCIDR(text));
    if (invalid !== undefined)
      throw new ConfigError(`trusted_proxies: ${invalid} is neither an address nor a network`);
    const { node_ip } = values.voice;
    if (node_ip !== "" && !process.getBuiltinModule("node:net").isIP(node_ip))
      throw new ConfigError(`voice.node_ip: ${node_ip} is not an address`);
    checkTurn(values);
    checkBaseUrls(values);
    checkProviders(values);
    checkCommunity(values);
    checkCluster(values);
    checkBackups(values);
    return values;
  }
  const problems = Errors(configSchema, values).flatMap((error) => {
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

function checkTurn({ voice: { turn } }: Config): void {
  const { domain, cert_file, key_file } = turn;
  if (domain === "") return;
  if (!/^([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/i.test(domain))
    throw new ConfigError(`voice.turn.domain: ${domain} is not the name of a host`);
  if ((cert_file === "") !== (key_file === ""))
    throw new ConfigError("voice.turn: cert_file and key_file belong together");
}

function checkProviders({ oidc: { providers }, accounts }: Config): void {
  for (const key of ["id", "issuer"] as const) {
    const values = providers.map((provider) => provider[key]);
    const twice = values.find((value, index) => values.indexOf(value) !== index);
    if (twice !== undefined) throw new ConfigError(`oidc.providers: two have the ${key} ${twice}`);
  }
  for (const { id, scopes, groups_claim, group_roles, operator_groups } of providers) {
    // Without it, a provider returns no ID token.
    if (!scopes.includes("openid")) throw new ConfigError(`oidc.providers: scopes of ${id} lacks openid`);
    if (groups_claim === "" && group_roles.length + operator_groups.length > 0)
      throw new ConfigError(`oidc.providers: ${id} has roles for groups, and no groups_claim`);
  }
  if (accounts.password_login === "off" && providers.length === 0)
    throw new ConfigError("accounts.password_login: off needs a provider in oidc.providers");
}

function checkCommunity({ community: { server, questions, answers_channel } }: Config): void {
  if (questions.length > 0 && (server === "" || answers_channel === ""))
    throw new ConfigError("community.questions: needs community.server and community.answers_channel");
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
