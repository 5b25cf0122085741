import { createPrivateKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Config } from "../../../src/config/schema.ts";
import { CommandError } from "../../../src/declare/command.ts";
import { documentOf } from "../values/values.ts";

/** What an import needs to know of the configuration of the old instance. All of it is secret. */
export interface StoatSettings {
  /** The key of its files. */
  readonly key: Buffer | undefined;
  readonly s3:
    | Pick<Config["s3"], "endpoint" | "region" | "access_key_id" | "secret_access_key" | "path_style">
    | undefined;
  /** As `secrets.vapid_private_key` has it. */
  readonly webPushKey: string | undefined;
}

interface SettingsOptions {
  readonly keyFile: string | undefined;
  /** Revolt.toml or Stoat.toml. */
  readonly configFile: string | undefined;
  /** From the configuration of Ermine. */
  readonly configuredKey: string;
}

/** Reads the key from the file for it, the configuration of Ermine or that of Stoat, in this order. */
export function readStoatSettings({ keyFile, configFile, configuredKey }: SettingsOptions): StoatSettings {
  const toml = configFile === undefined ? {} : parseToml(configFile);
  const files = documentOf(toml.files);
  const key =
    keyFile !== undefined
      ? readKey(readText(keyFile).trim(), keyFile)
      : configuredKey !== ""
        ? readKey(configuredKey, "import.stoat_files_key")
        : files.encryption_key === undefined
          ? undefined
          : readKey(String(files.encryption_key), String(configFile));
  return { key, s3: s3Of(documentOf(files.s3)), webPushKey: webPushKeyOf(documentOf(toml.pushd)) };
}

function readText(path: string): string {
  if (!existsSync(path)) throw new CommandError(`There is no file ${path}.`);
  return readFileSync(path, "utf8");
}

function parseToml(path: string): Readonly<Record<string, unknown>> {
  const text = readText(path);
  try {
    return documentOf({ ...Bun.TOML.parse(text) });
  } catch {
    // The message of the parser could quote a secret.
    throw new CommandError(`${path} is not valid TOML.`);
  }
}

function readKey(text: string, place: string): Buffer {
  const key = Buffer.from(text, "base64");
  if (!/^[\w+/-]{43}=?$/.test(text) || key.length !== 32)
    throw new CommandError(`The key of the files in ${place} must be 32 bytes in base64.`);
  return key;
}

function s3Of(section: Readonly<Record<string, unknown>>): StoatSettings["s3"] {
  const { endpoint, region, access_key_id, secret_access_key, path_style_buckets } = section;
  if (endpoint === undefined) return undefined;
  return {
    endpoint: String(endpoint),
    region: String(region),
    access_key_id: String(access_key_id),
    secret_access_key: String(secret_access_key),
    path_style: path_style_buckets === true,
  };
}

/** Stoat has it as PEM in base64. */
function webPushKeyOf({ vapid }: Readonly<Record<string, unknown>>): string | undefined {
  const { private_key } = documentOf(vapid);
  if (typeof private_key !== "string") return undefined;
  try {
    const pem = Buffer.from(private_key, "base64").toString("utf8");
    return createPrivateKey(pem).export({ format: "jwk" }).d;
  } catch {
    return undefined;
  }
}
