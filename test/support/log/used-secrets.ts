import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Secrets that tests have sent to servers or received from them. */
const secrets = new Set<string>();
/** Codes of six digits, which also occur as ordinary numbers. */
const shortCodes = new Set<string>();

/** Shorter ones, and single words, occur in a log for other reasons. */
const minLength = 8;
const plainWord = /^[a-z]+$/i;

const fields =
  /"(token|ticket|password|new_password|current_password|email|secret|totp_code|recovery_code|invite|captcha|auth|challenge|verification|deletion)":"((?:[^"\\]|\\.)*)"/g;
/** The routes whose paths hold a code or a token. */
const paths = /^\/(?:auth\/account\/verify|webhooks\/[^/]+)\/([^/?]+)/;
const recoveryCodes = /"([0-9a-z]{5}-[0-9a-z]{5})"/g;

export function noteSecret(value: string): void {
  if (/^\d{6}$/.test(value)) shortCodes.add(value);
  else if (value.length >= minLength && !plainWord.test(value)) secrets.add(value);
}

/** Notes the secrets in the JSON of a request or reply. */
export function noteSecretsIn(json: string): void {
  for (const [, , value = ""] of json.matchAll(fields)) noteSecret(decode(`"${value}"`));
  for (const [, code = ""] of json.matchAll(recoveryCodes)) noteSecret(code);
}

/** Tests also send what is no JSON. */
function decode(json: string): string {
  try {
    return JSON.parse(json) as string;
  } catch {
    return json;
  }
}

/** Notes the secret in the path of a call, if there is one. */
export function noteSecretInPath(path: string): void {
  const secret = paths.exec(path)?.[1];
  if (secret !== undefined) noteSecret(secret);
}

/** Notes the codes in the links of a mail. */
export function noteSecretsInMail(text: string): void {
  for (const [, code = ""] of text.matchAll(/\/login\/\w+\/([\w-]+)/g)) noteSecret(code);
}

/** Notes the secrets that a server keeps in its data directory. */
export function noteSecretsOf(dataDir: string): void {
  try {
    for (const [, value = ""] of readFileSync(join(dataDir, "secrets.json"), "utf8").matchAll(
      // The values alone: a message may well say what a key is called.
      /:\s*"([^"]{16,})"/g,
    ))
      noteSecret(value);
  } catch {
    // The server did not get as far as to write them.
  }
}

/** Those since the last call. */
export function takeUsedSecrets(): { secrets: string[]; codes: string[] } {
  const taken = { secrets: [...secrets], codes: [...shortCodes] };
  secrets.clear();
  shortCodes.clear();
  return taken;
}
