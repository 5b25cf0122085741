import { configWith } from "../../../src/config/load.ts";
import { loadSecrets } from "../../../src/platform/secrets/secrets-file.ts";

/** A process of its own that takes its secrets from a data directory and says which it got. */
const [data_dir = ""] = process.argv.slice(2);
const { encryptionKey, vapid } = loadSecrets(configWith({ data_dir }));
console.log(encryptionKey.toString("base64url"), vapid.privateKey, vapid.publicKey);
