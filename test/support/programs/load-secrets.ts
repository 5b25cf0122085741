import { configWith } from "../../../src/config/load.ts";
import { loadSecrets } from "../../../src/platform/secrets/secrets-file.ts";

/** Loads the secrets of a data directory and prints them. */
const [data_dir = ""] = process.argv.slice(2);
const { encryptionKey, vapid, liveKit } = loadSecrets(configWith({ data_dir }));
console.log(encryptionKey.toString("base64url"), vapid.privateKey, vapid.publicKey, liveKit);
