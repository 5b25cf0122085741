import { createECDH, hkdfSync, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../../config/schema.ts";

/** Not those of the database, or unusable. Whoever throws it has written nothing. */
export class WrongSecrets extends Error {
  override readonly name = "WrongSecrets";
}

export interface Secrets {
  readonly encryptionKey: Buffer;
  readonly vapid: { readonly publicKey: string; readonly privateKey: string };
  /** Secret of the key under which this server and the LiveKit server that it runs know each other. */
  readonly liveKit: string;
  /** Makes the names of rate limits unpredictable. */
  readonly limiterSeed: bigint;
  /** Distinguishes the nodes on this database from those of other installations on the same Redis. */
  readonly nodeNamespace: string;
  /** By which `ermine doctor` proves to a server that both have the same secrets. */
  readonly probeToken: string;
}

/** The secrets that are stored; all others are derived. */
interface SecretsFile {
  readonly encryption_key: string;
  readonly vapid_private_key: string;
}

/** `loadSecrets`, for the first start too: those that are not configured are generated into the data directory. */
export function loadOrCreateSecrets(config: Config): Secrets {
  if (!areConfigured(config)) storeSecrets(config, newSecrets());
  return loadSecrets(config);
}

function pathIn({ data_dir }: Config): string {
  return join(data_dir, "secrets.json");
}

/**
 * Returns the configured secrets, and those that are not configured from the data directory. The others are derived from
 * the encryption key, so that they are the same on every node.
 */
export function loadSecrets(config: Config): Secrets {
  return deriveSecrets(config, areConfigured(config) ? undefined : readStored(pathIn(config)));
}

function areConfigured({ secrets: { encryption_key, vapid_private_key } }: Config): boolean {
  return encryption_key !== "" && vapid_private_key !== "";
}

/**
 * The secrets for a database whose own secrets are lost: those of the configuration and the data directory, or new
 * ones, which `store` puts into the data directory.
 */
export function replacementSecrets(config: Config): {
  readonly secrets: Secrets;
  readonly areNew: boolean;
  store(): void;
} {
  const areNew = !areConfigured(config) && !existsSync(pathIn(config));
  if (!areNew) return { secrets: loadSecrets(config), areNew, store: () => {} };
  const file = newSecrets();
  return { secrets: deriveSecrets(config, file), areNew, store: () => storeSecrets(config, file) };
}

/** What is configured takes precedence over what is stored. */
function deriveSecrets(config: Config, stored: Partial<SecretsFile> | undefined): Secrets {
  const { encryption_key, vapid_private_key } = config.secrets;
  const privateKey = vapid_private_key || (stored?.vapid_private_key ?? "");
  const encryptionKey = Buffer.from(encryption_key || (stored?.encryption_key ?? ""), "base64url");
  if (encryptionKey.length !== 32)
    throw new WrongSecrets("The encryption key must be 32 bytes long, in base64url.");
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", encryptionKey, "", purpose, 32));
  return {
    encryptionKey,
    vapid: { privateKey, publicKey: publicKeyOf(privateKey) },
    liveKit: derive("livekit").toString("base64url"),
    limiterSeed: derive("limiter").readBigUInt64BE(),
    nodeNamespace: derive("nodes").toString("hex", 0, 8),
    probeToken: derive("probe").toString("hex"),
  };
}

/** Returns the secrets of a data directory, and creates none. */
export function readStoredSecrets(config: Config): SecretsFile {
  const { encryptionKey, vapid } = loadSecrets(config);
  return { encryption_key: encryptionKey.toString("base64url"), vapid_private_key: vapid.privateKey };
}

/** Throws if the configuration or the data directory has different secrets. */
export function assertSameSecrets(config: Config, secrets: SecretsFile): void {
  const path = pathIn(config);
  const stored: Partial<SecretsFile> = existsSync(path) ? readStored(path) : {};
  for (const name of ["encryption_key", "vapid_private_key"] as const) {
    const configured = config.secrets[name];
    if (configured !== "" && configured !== secrets[name])
      throw new WrongSecrets(`secrets.${name} is set to another key than the backup has. Unset it.`);
    if (configured === "" && (stored[name] ?? secrets[name]) !== secrets[name])
      throw new WrongSecrets(
        `${path} holds another ${name} than the backup has, and belongs to another database. Move it away.`,
      );
  }
}

/** Stores secrets for `loadSecrets`, unless some are stored. */
export function storeSecrets(config: Config, secrets: SecretsFile): void {
  const path = pathIn(config);
  if (!existsSync(path)) create(path, secrets);
}

function readStored(path: string): SecretsFile {
  if (!existsSync(path))
    throw new WrongSecrets(
      `${path} is missing, which holds the encryption key of the database. Put it back: every backup has it. Or set secrets.encryption_key and secrets.vapid_private_key. If it is lost for good, \`ermine secrets replace\` says what is lost with it, and continues without it.`,
    );
  try {
    return JSON.parse(readFileSync(path, "utf8")) as SecretsFile;
  } catch (error) {
    throw new WrongSecrets(
      `${path} cannot be read: ${error instanceof Error ? error.message : error}. Put back a copy of it, such as that of a backup.`,
    );
  }
}

function newSecrets(): SecretsFile {
  const vapid = createECDH("prime256v1");
  vapid.generateKeys();
  return {
    encryption_key: randomBytes(32).toString("base64url"),
    // Padded, because the key comes without leading zeros and push services need all 32 bytes.
    vapid_private_key: Buffer.concat([Buffer.alloc(32), vapid.getPrivateKey()])
      .subarray(-32)
      .toString("base64url"),
  };
}

function create(path: string, content: SecretsFile): void {
  // Written under another name first, so that nobody ever reads a part of it.
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = openSync(draft, "wx", 0o600);
  writeSync(file, `${JSON.stringify(content, null, 2)}\n`);
  fsyncSync(file);
  closeSync(file);
  try {
    // Linked, not renamed: two first starts at once agree on one file.
    linkSync(draft, path);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
    // A power cut must not lose the key after something was encrypted with it.
    const folder = openSync(dirname(path), "r");
    fsyncSync(folder);
    closeSync(folder);
  }
}

function publicKeyOf(privateKey: string): string {
  const pair = createECDH("prime256v1");
  const bytes = Buffer.from(privateKey, "base64url");
  try {
    if (bytes.length !== 32) throw new Error("too short or too long");
    pair.setPrivateKey(bytes);
  } catch {
    throw new WrongSecrets(
      "The web-push key must be a private key of the curve P-256, 32 bytes in base64url.",
    );
  }
  return pair.getPublicKey().toString("base64url");
}
