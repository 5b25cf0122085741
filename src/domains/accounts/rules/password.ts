import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const minBytes = 8;
let leaked: ReadonlySet<string> | undefined;

/** Why a password cannot be used, if it cannot. Length counts in bytes. */
export function passwordProblem(password: string): "ShortPassword" | "CompromisedPassword" | undefined {
  if (Buffer.byteLength(password) < minBytes) return "ShortPassword";
  return isLeaked(password) ? "CompromisedPassword" : undefined;
}

/** Looks the password up among the 100,000 most frequent ones of known leaks that are long enough to be chosen. */
function isLeaked(password: string): boolean {
  leaked ??= new Set(
    gunzipSync(readFileSync(new URL("../leaked-passwords.txt.gz", import.meta.url)))
      .toString("utf8")
      .split("\n"),
  );
  return leaked.has(password);
}
