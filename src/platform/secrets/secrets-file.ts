import { createECDH, randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/schema.ts";

export interface Secrets {
  readonly encryptionKey: Buffer;
  readonly vapid: { readonly publicKey: string; readonly privateKey: string };
}

interface SecretsFile {
  encryption_key: string;
  vapid_private_key: string;
}

/** The configured secrets, and for those not configured the ones generated into the data directory at first start. */
export function loadSecrets(config: Config): Secrets {
  const { encryption_key, vapid_private_key } = config.secrets;
  const stored = encryption_key && vapid_private_key ? undefined : readOrCreate(join(config.data_dir, "secrets.json"));
  const privateKey = vapid_private_key || (stored?.vapid_private_key ?? "");
  return {
    encryptionKey: Buffer.from(encryption_key || (stored?.encryption_key ?? ""), "base64url"),
    vapid: { privateKey, publicKey: publicKeyOf(privateKey) },
  };
}

function readOrCreate(path: string): SecretsFile {
  if (!existsSync(path)) create(path);
  return JSON.parse(readFileSync(path, "utf8")) as SecretsFile;
}

/** Written whole under another name and linked into place: of two first starts at once, one wins for both. */
function create(path: string): void {
  const vapid = createECDH("prime256v1");
  vapid.generateKeys();
  const content: SecretsFile = {
    encryption_key: randomBytes(32).toString("base64url"),
    vapid_private_key: vapid.getPrivateKey().toString("base64url"),
  };
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = openSync(draft, "wx", 0o600);
  writeSync(file, `${JSON.stringify(content, null, 2)}\n`);
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
}

function publicKeyOf(privateKey: string): string {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
  return pair.getPublicKey().toString("base64url");
}
