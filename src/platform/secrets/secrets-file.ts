import { createECDH, hkdfSync, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../../config/schema.ts";

export class WrongSecrets extends Error {
  override readonly name = "WrongSecrets";
}

export interface Secrets {
  readonly encryptionKey: Buffer;
  readonly vapid: { readonly publicKey: string; readonly privateKey: string };
  /** Secret of the key under which this server and the LiveKit server that it runs know each other. */
  readonly liveKit: string;
}

interface SecretsFile {
  encryption_key: string;
  vapid_private_key: string;
  /** Absent in files of older versions. */
  livekit_secret?: string;
}

/** Returns the configured secrets. Those that are not configured are generated into the data directory at first start. */
export function loadSecrets(config: Config): Secrets {
  const { encryption_key, vapid_private_key } = config.secrets;
  const path = join(config.data_dir, "secrets.json");
  const stored = encryption_key && vapid_private_key ? undefined : readOrCreate(path);
  const privateKey = vapid_private_key || (stored?.vapid_private_key ?? "");
  const encryptionKey = Buffer.from(encryption_key || (stored?.encryption_key ?? ""), "base64url");
  if (encryptionKey.length !== 32)
    throw new WrongSecrets("The encryption key must be 32 bytes long, in base64url.");
  const vapid = { privateKey, publicKey: publicKeyOf(privateKey) };
  const liveKit = stored?.livekit_secret || deriveLiveKitSecret(encryptionKey);
  if (stored && !stored.livekit_secret) add(path, { ...stored, livekit_secret: liveKit });
  return { encryptionKey, vapid, liveKit };
}

/** Derived and not random, so that two processes which add it to the same file agree on it. */
function deriveLiveKitSecret(encryptionKey: Buffer): string {
  return Buffer.from(hkdfSync("sha256", encryptionKey, "", "livekit", 32)).toString("base64url");
}

function readOrCreate(path: string): SecretsFile {
  if (!existsSync(path)) create(path);
  try {
    return JSON.parse(readFileSync(path, "utf8")) as SecretsFile;
  } catch (error) {
    throw new WrongSecrets(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function create(path: string): void {
  const vapid = createECDH("prime256v1");
  vapid.generateKeys();
  const content: SecretsFile = {
    encryption_key: randomBytes(32).toString("base64url"),
    // Padded, because the key comes without leading zeros and push services need all 32 bytes.
    vapid_private_key: Buffer.concat([Buffer.alloc(32), vapid.getPrivateKey()])
      .subarray(-32)
      .toString("base64url"),
    livekit_secret: randomBytes(32).toString("base64url"),
  };
  try {
    // Linked, not renamed: two first starts at once agree on one file.
    putInPlace(path, content, linkSync);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
}

/** Replaces the file. A file that cannot be replaced, because it is mounted read-only, stays as it is. */
function add(path: string, content: SecretsFile): void {
  try {
    putInPlace(path, content, renameSync);
  } catch (error) {
    if (!["EACCES", "EBUSY", "EPERM", "EROFS"].includes((error as { code?: string }).code ?? "")) throw error;
  }
}

/** Writes the whole file under another name first, so that nobody ever reads a part of it. */
function putInPlace(path: string, content: SecretsFile, move: (from: string, to: string) => void): void {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = openSync(draft, "wx", 0o600);
  writeSync(file, `${JSON.stringify(content, null, 2)}\n`);
  fsyncSync(file);
  closeSync(file);
  try {
    move(draft, path);
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
