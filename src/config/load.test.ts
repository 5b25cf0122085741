import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IsArray, IsBoolean, IsEnum, IsInteger, IsNumber } from "typebox";
import { type ConfigKey, configKeys } from "./keys.ts";
import { ConfigError, configWith, loadConfig } from "./load.ts";
import { type Config, configSchema } from "./schema.ts";

const keys = configKeys(configSchema);
const folder = mkdtempSync(join(tmpdir(), "ermine-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

const valueAt = (config: Config, { path }: ConfigKey): unknown =>
  path.reduce<unknown>((table, name) => (table as Record<string, unknown>)[name], config);

let files = 0;
/** Loads a file with this content and these variables, without those of the machine. */
function load(toml: string, environment: Record<string, string> = {}) {
  const file = join(folder, `${++files}.toml`);
  writeFileSync(file, toml);
  return loadConfig({ ERMINE_CONFIG: file, ...environment });
}

function errorOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "no error";
}

const voiceNode = {
  name: "a",
  public_url: "wss://a.example",
  url: "http://a.example",
  key: "k",
  secret: "s",
};

const provider = {
  id: "acme",
  name: "Acme",
  icon: "",
  issuer: "https://id.example.org",
  client_id: "ermine",
  client_secret: "s",
  client_secret_file: "",
  scopes: ["openid"],
  username_claim: "preferred_username",
  registration: "open",
  shield: false,
  link_by_email: true,
  trusted_amr: ["mfa"],
  trusted_acr: ["2"],
  imported_from: "discord",
  acr_values: ["2", "1"],
  prompt: "consent",
  groups_claim: "realm_access.roles",
  group_roles: [{ group: "staff", server: "S", role: "R", join: false }],
  operator_groups: ["admins"],
  refreshes_per_second: 5,
};

const question = { text: "Why?", required: false };
const anId = "01HZX6S0P9VJ8N7M5K3Q2R1T0B";

/** A valid value other than the default, as the text of a variable and as the parsed value. */
function otherValueOf({ schema, key }: ConfigKey): { text: string; value: unknown } {
  const current = schema.default;
  if (IsBoolean(schema)) return { text: String(!current), value: !current };
  if (IsInteger(schema)) return { text: "4711", value: 4711 };
  if (IsArray(schema) && IsNumber(schema.items)) return { text: "0.5, 7", value: [0.5, 7] };
  if (key === "voice.turn.domain") return { text: "turn.example.org", value: "turn.example.org" };
  if (key === "voice.nodes") return { text: JSON.stringify([voiceNode]), value: [voiceNode] };
  if (key === "oidc.providers") return { text: JSON.stringify([provider]), value: [provider] };
  if (key === "community.questions") return { text: JSON.stringify([question]), value: [question] };
  if (key === "community.server" || key === "community.answers_channel") return { text: anId, value: anId };
  if (key === "voice.node_ip") return { text: "203.0.113.9", value: "203.0.113.9" };
  if (key === "trusted_proxies") return { text: "10.0.0.0/8,::1", value: ["10.0.0.0/8", "::1"] };
  if (IsArray(schema)) return { text: "one, two ,", value: ["one", "two"] };
  if (IsEnum(schema)) {
    const value = schema.enum.find((choice) => choice !== current);
    return { text: String(value), value };
  }
  const schemes: Record<string, string> = {
    public_url: "https",
    app_url: "https",
    database_url: "postgres",
    redis_url: "rediss",
    "s3.endpoint": "https",
    "backup.s3.endpoint": "https",
  };
  if (key === "s3.prefix") return { text: "shared/", value: "shared/" };
  if (["backup.every", "backup.verify_every", "sessions.max_age", "sessions.idle"].includes(key))
    return { text: "6h", value: "6h" };
  const text = key in schemes ? `${schemes[key]}://chat.example.org` : `other ${key}`;
  return { text, value: text };
}

const pairOfKeys = 'backup.s3.access_key_id = "k"\nbackup.s3.secret_access_key = "s"';

/** Other keys that must be set for a key to take effect. */
const requirements: Readonly<Record<string, string>> = {
  "community.questions": `community.server = "${anId}"\ncommunity.answers_channel = "${anId}"`,
  "accounts.password_login": `oidc.providers = [${toToml(provider)}]`,
  redis_url: 'database_url = "postgres://db.example.org"',
  "cluster.enabled": 'database_url = "postgres://db.example.org"\ns3.bucket = "files"',
  "backup.s3.access_key_id": pairOfKeys,
  "backup.s3.secret_access_key": pairOfKeys,
};

/** Like JSON, but for the pairs of a table. */
function toToml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toToml).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([name, each]) => `${name} = ${toToml(each)}`);
  return `{ ${pairs.join(", ")} }`;
}

describe("configuration keys", () => {
  test("each has a description and a default, and the defaults are a valid configuration", () => {
    expect(keys.filter(({ schema }) => !schema.description || schema.default === undefined)).toEqual([]);
    const config = configWith({});
    for (const key of keys) expect(valueAt(config, key)).toEqual(key.schema.default);
    expect(config).toMatchObject({ host: "127.0.0.1", port: 8080, data_dir: "./data", registration: "open" });
  });

  test("each has its own variable, and none is ERMINE_CONFIG", () => {
    const variables = keys.map(({ variable }) => variable);
    expect(variables.toSorted()).toEqual([...new Set(variables)].toSorted());
    expect(variables).not.toContain("ERMINE_CONFIG");
    for (const variable of variables) expect(variable).toMatch(/^ERMINE_[A-Z0-9_]+$/);
  });

  test("no secret has a default value", () => {
    const secrets = keys.filter(({ schema }) => schema.secret);
    expect(secrets.map(({ key }) => key)).toContain("secrets.encryption_key");
    for (const { schema } of secrets) expect(schema.default).toBe("");
    const named = keys.filter(({ key }) =>
      /(^|[._])(password|secret|private|key)s?$/.test(key.replace("site_key", "")),
    );
    for (const { key, schema } of named)
      expect({ key, secret: schema.secret }).toEqual({ key, secret: true });
  });

  test("configurations do not share lists", () => {
    configWith({}).trusted_proxies.push("10.0.0.1");
    expect(configWith({}).trusted_proxies).toEqual([]);
  });
});

describe("variables", () => {
  test.each(keys.map((key) => [key.variable, key] as const))(
    "%s sets its key, and no other",
    (variable, key) => {
      const { text, value } = otherValueOf(key);
      const required = requirements[key.key] ?? "";
      const { config: before } = load(required);
      const { config, unknownVariables } = load(required, { [variable]: text });
      expect(valueAt(config, key)).toEqual(value);
      expect(valueAt(config, key)).not.toEqual(key.schema.default);
      const changed = keys.filter((each) => !Bun.deepEquals(valueAt(config, each), valueAt(before, each)));
      expect(changed.map((each) => each.key)).toEqual([key.key]);
      expect(unknownVariables).toEqual([]);
    },
  );

  test("override the file, which overrides the defaults", () => {
    const toml = 'port = 1000\nhost = "0.0.0.0"\n[http]\nbody_limit = 5\n[limits.global]\ngroup_size = 3\n';
    const { config, source } = load(toml, { ERMINE_PORT: "2000", ERMINE_HTTP_BODY_LIMIT: "6" });
    expect(config).toMatchObject({ port: 2000, host: "0.0.0.0", data_dir: "./data" });
    expect(config.http).toEqual({ ...configWith({}).http, body_limit: 6 });
    expect(config.limits.global.group_size).toBe(3);
    expect(source).toEndWith(".toml");
  });

  test("with the prefix that name no key are reported, others are ignored", () => {
    const { unknownVariables } = load("", { ERMINE_PROT: "1", ERMINE_: "", PORT: "9", HOME: "/" });
    expect(unknownVariables).toEqual(["ERMINE_PROT", "ERMINE_"]);
  });

  test.each(["true", "TRUE", "1"])("%s means on", (on) => {
    expect(load("", { ERMINE_SMTP_VERIFY_CERTIFICATE: on }).config.smtp.verify_certificate).toBe(true);
    expect(load("", { ERMINE_RATELIMITS_ENABLED: "False" }).config.ratelimits.enabled).toBe(false);
    expect(load("", { ERMINE_RATELIMITS_ENABLED: "0" }).config.ratelimits.enabled).toBe(false);
  });

  test.each([
    ["ERMINE_PORT", "eighty", "port"],
    ["ERMINE_PORT", "", "port"],
    ["ERMINE_PORT", "80.5", "port"],
    ["ERMINE_PORT", "65536", "port"],
    ["ERMINE_PORT", "-1", "port"],
    ["ERMINE_PORT", "Infinity", "port"],
    ["ERMINE_RATELIMITS_ENABLED", "perhaps", "ratelimits.enabled"],
    ["ERMINE_RATELIMITS_ENABLED", "constructor", "ratelimits.enabled"],
    ["ERMINE_RATELIMITS_ENABLED", "", "ratelimits.enabled"],
    ["ERMINE_LOG_LEVEL", "loud", "log.level"],
    ["ERMINE_PUBLIC_URL", "chat.example.org", "public_url"],
    ["ERMINE_PUBLIC_URL", "https://chat.example.org/chat", "public_url"],
    ["ERMINE_PUBLIC_URL", "https://chat.example.org?a=1", "public_url"],
    ["ERMINE_PUBLIC_URL", "https://chat.example.org:99999", "public_url"],
    ["ERMINE_APP_URL", "chat.example.org", "app_url"],
    ["ERMINE_APP_URL", "https://[", "app_url"],
    ["ERMINE_DATABASE_URL", "mysql://chat.example.org", "database_url"],
    ["ERMINE_REDIS_URL", "http://chat.example.org", "redis_url"],
    ["ERMINE_REDIS_URL", `redis://${"a".repeat(2_000)}`, "redis_url"],
    ["ERMINE_TRUSTED_PROXIES", "10.0.0.1,the-proxy", "trusted_proxies"],
    ["ERMINE_TRUSTED_PROXIES", "10.0.0.1/33", "trusted_proxies"],
    ["ERMINE_VOICE_NODE_IP", "chat.example.org", "voice.node_ip"],
    ["ERMINE_LIMITS_DEFAULT_VIDEO_RESOLUTION", "100", "limits.default.video_resolution"],
    ["ERMINE_LIMITS_DEFAULT_VIDEO_RESOLUTION", "100,wide", "limits.default.video_resolution"],
  ])("%s=%s is refused with the name of its key", (variable, text, key) => {
    expect(errorOf(() => load("", { [variable]: text }))).toContain(key);
  });

  test.each([
    ["ERMINE_PORT", "eighty", "port must be a number"],
    ["ERMINE_RATELIMITS_ENABLED", "perhaps", "ratelimits.enabled must be true or false"],
    ["ERMINE_VOICE_NODES", "[", "voice.nodes must be a list in JSON"],
  ])("%s=%s gets an error that says what it must be like", (variable, text, message) => {
    expect(errorOf(() => load("", { [variable]: text }))).toBe(`${variable}: ${message}`);
  });
});

test.each([
  [{ domain: "not a name" }, "voice.turn.domain: not a name is not the name of a host"],
  [{ domain: "turn.example.org", cert_file: "/cert" }, "voice.turn: cert_file and key_file belong together"],
])("TURN with %p is refused", (turn, message) => {
  expect(() => configWith({ voice: { turn } })).toThrow(message);
});

describe("the file", () => {
  test.each([
    ["an unknown key", "prot = 80", "prot"],
    ["an unknown key in a table", "[http]\nbody_limits = 80", "http.body_limits"],
    ["an unknown table", "[htpp]\nbody_limit = 80", "htpp"],
    ["a string for a number", 'port = "80"', "port"],
    ["a number for a string", "host = 80", "host"],
    ["a number for a table", "http = 80", "http"],
    ["a table for a string", "[host]\nname = 1", "host"],
    ["a string that is not a choice", 'registration = "maybe"', "registration"],
    ["a list with items of another type", "trusted_proxies = [1]", "trusted_proxies"],
  ])("with %s is refused with the name of the key", (_, toml, key) => {
    const naming = new RegExp(`(^|\\s)${key.replace(".", "\\.")}\\b`, "m");
    expect(errorOf(() => load(toml))).toMatch(naming);
    // Unrelated variables change nothing.
    expect(errorOf(() => load(toml, { ERMINE_HTTP_SHUTDOWN_GRACE_MS: "1" }))).toMatch(naming);
  });

  test("gets errors in words where a text has the wrong form, also deep in a list", () => {
    expect(errorOf(() => load('public_url = "https://chat.example.org/chat"'))).toMatch(
      /\n {2}public_url: must be the address of a host, such as https:\S+: without a path/,
    );
    const nodes = `voice.nodes = [${toToml({ ...voiceNode, url: "a.example" })}]`;
    expect(errorOf(() => load(nodes))).toEndWith(
      "voice.nodes.0.url: must be an address that begins with https:// or http://",
    );
    const patterned = keys.filter(({ schema }) => "pattern" in schema);
    expect(patterned.length).toBeGreaterThan(3);
    expect(patterned.filter(({ schema }) => !("form" in schema))).toEqual([]);
  });

  test("does not send scheduled backups into one file, nor with half of a pair of keys", () => {
    expect(errorOf(() => load('[backup]\nto = "/mnt/backup.tar"'))).toMatch(
      /backup\.to: must be a directory or a bucket: a single \.tar file would be there already/,
    );
    expect(load('[backup]\nto = "/mnt/backup.tar/"').config.backup.to).toBe("/mnt/backup.tar/");
    expect(errorOf(() => load('[backup.s3]\naccess_key_id = "a"'))).toBe(
      "backup.s3.access_key_id: needs backup.s3.secret_access_key",
    );
    expect(errorOf(() => load('[backup.s3]\nsecret_access_key = "a"'))).toBe(
      "backup.s3.secret_access_key: needs backup.s3.access_key_id",
    );
  });

  test("may end addresses with a slash", () => {
    const { config } = load('public_url = "https://chat.example.org/"\napp_url = "https://example.org/app/"');
    expect([config.public_url, config.app_url]).toEqual([
      "https://chat.example.org",
      "https://example.org/app",
    ]);
  });

  test("fills in what an entry of a list does not say", () => {
    const { id, name, issuer, client_id } = provider;
    const { config } = load(`oidc.providers = [${toToml({ id, name, issuer, client_id })}]`);
    expect(config.oidc.providers).toEqual([
      {
        ...{ id, name, issuer, client_id },
        ...{ icon: "", client_secret: "", client_secret_file: "", scopes: ["openid", "profile", "email"] },
        ...{ username_claim: "preferred_username", registration: "as_configured", shield: true },
        ...{
          link_by_email: false,
          imported_from: "",
          trusted_amr: [],
          trusted_acr: [],
          acr_values: [],
          prompt: "",
        },
        ...{ groups_claim: "", group_roles: [], operator_groups: [], refreshes_per_second: 20 },
      },
    ]);
  });

  test("names each provider once, and has one where there are no passwords", () => {
    const entry = toToml(provider);
    expect(errorOf(() => load(`oidc.providers = [${entry}, ${entry}]`))).toContain("two have the id acme");
    const again = toToml({ ...provider, id: "again" });
    expect(errorOf(() => load(`oidc.providers = [${entry}, ${again}]`))).toContain("two have the issuer");
    expect(errorOf(() => load('accounts.password_login = "off"'))).toContain("needs a provider");
    const nobody = toToml({ ...provider, scopes: ["profile"] });
    expect(errorOf(() => load(`oidc.providers = [${nobody}]`))).toContain("scopes of acme lacks openid");
  });

  test("takes the roles of groups as tables of a provider, and needs the claim that lists groups", () => {
    const keys = `id = "acme"\nname = "Acme"\nissuer = "https://id.example.org"\nclient_id = "ermine"`;
    const role = '[[oidc.providers.group_roles]]\ngroup = "staff"\nserver = "S"\nrole = "R"';
    const toml = (more: string) => `[[oidc.providers]]\n${keys}\n${more}\n${role}\n${role}`;
    const { config } = load(toml('groups_claim = "groups"'));
    const one = { group: "staff", server: "S", role: "R", join: true };
    expect(config.oidc.providers[0]?.group_roles).toEqual([one, one]);
    expect(errorOf(() => load(toml("")))).toContain("acme has roles for groups, and no groups_claim");
  });

  test("gets readable errors", () => {
    expect(errorOf(() => load("[http]\nlimit = 1"))).toEndWith(":\n  http.limit: unknown key");
    expect(errorOf(() => load('registration = "no"'))).toEndWith(
      ":\n  registration: must be one of open, invite, closed",
    );
  });

  test.each([
    ["prot = 80", "prot: unknown key. Did you mean port?"],
    ["[http]\nbody_limits = 80", "http.body_limits: unknown key. Did you mean http.body_limit?"],
    ["[http]\nbody_lemet = 80", "http.body_lemet: unknown key. Did you mean http.body_limit?"],
    ["[htpp]\nbody_limit = 80", "htpp: unknown key. Did you mean http?"],
    [
      '[smtp]\npublic_url = "https://chat.example.org"',
      "smtp.public_url: unknown key. Did you mean public_url? It belongs above the first [table] of the file.",
    ],
    ['[smtp]\nbucket = "b"', "smtp.bucket: unknown key. Did you mean s3.bucket? It belongs below [s3]."],
    [
      `voice.nodes = [${toToml({ ...voiceNode, secert: "s" })}]`,
      "voice.nodes.0.secert: unknown key. Did you mean voice.nodes.0.secret?",
    ],
    // Many tables have a key of this name.
    ["[limits]\nenabled = true", "limits.enabled: unknown key"],
    ["frobnication = 1", "frobnication: unknown key"],
  ])("suggests the key that was meant: %j", (toml, line) => {
    expect(errorOf(() => load(toml))).toEndWith(`:\n  ${line}`);
  });

  test("with two mistakes gets both errors", () => {
    const error = errorOf(() => load('port = "80"\n[http]\nbody_limit = true'));
    expect(error).toContain("port");
    expect(error).toContain("http.body_limit");
  });

  test("that is invalid TOML or missing is refused with its name", () => {
    expect(errorOf(() => load("port = = 80"))).toMatch(/\d+\.toml is not valid TOML/);
    const missing = join(folder, "missing.toml");
    expect(errorOf(() => loadConfig({ ERMINE_CONFIG: missing }))).toContain(missing);
  });

  test("may be missing unless ERMINE_CONFIG names it", () => {
    expect(() => loadConfig({ ERMINE_CONFIG: undefined, ERMINE_PORT: "1" })).not.toThrow();
  });

  test("may hold every key at once", () => {
    const toml = keys.map((key) => `${key.key} = ${toToml(otherValueOf(key).value)}`).join("\n");
    const { config } = load(toml);
    for (const key of keys) expect(valueAt(config, key)).toEqual(otherValueOf(key).value);
  });
});

describe("several servers", () => {
  const database_url = "postgres://db.example.org";

  test.each([
    ["redis_url without PostgreSQL", { redis_url: "redis://:hidden-4711@cache.example.org" }],
    ["cluster.enabled without PostgreSQL", { cluster: { enabled: true, shared_files: true } }],
    ["cluster.enabled without shared files", { database_url, cluster: { enabled: true } }],
  ])("%s is refused in one line without secrets", (name, overrides) => {
    const error = errorOf(() => configWith(overrides));
    expect(error).toStartWith(`${name.split(" ")[0]}: needs `);
    expect(error).not.toContain("\n");
    expect(error).not.toContain("hidden-4711");
  });

  test("a redis_url that cannot be parsed is refused without showing it", () => {
    const redis_url = "redis://:hidden#4711@cache.example.org";
    expect(errorOf(() => configWith({ database_url, redis_url }))).toBe("redis_url: is not a valid URL");
  });

  test.each([
    { database_url, redis_url: "rediss://user:secret@cache.example.org:6380/1" },
    { database_url, cluster: { enabled: true }, s3: { bucket: "files" } },
    { database_url, cluster: { enabled: true, shared_files: true } },
    { cluster: { shared_files: true } },
  ])("are accepted with what they share (case %#)", (overrides) => {
    expect(configWith(overrides)).toMatchObject(overrides);
  });
});
