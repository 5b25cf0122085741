import { configWith } from "../../../src/config/load.ts";
import { loadOrCreateSecrets } from "../../../src/platform/secrets/secrets-file.ts";

/** Loads the secrets of a data directory and prints them. */
const [data_dir = ""] = process.argv.slice(2);
const { encryptionKey, vapid, liveKit } = loadOrCreateSecrets(configWith({ data_dir }));
console.log(encryptionKey.toString("base64url"), vapid.privateKey, vapid.publicKey, liveKit);
