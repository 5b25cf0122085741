import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import listFile from "../leaked-passwords.txt.gz" with { type: "file" };

const minBytes = 8;
let leakedPasswords: ReadonlySet<string> | undefined;

/** Why a password is refused, if it is. The minimum length counts bytes. */
export function passwordProblem(password: string): "ShortPassword" | "CompromisedPassword" | undefined {
  if (Buffer.byteLength(password) < minBytes) return "ShortPassword";
  return isLeaked(password) ? "CompromisedPassword" : undefined;
}

/** The list holds the 100,000 most frequent passwords of known leaks that have the minimum length. */
function isLeaked(password: string): boolean {
  leakedPasswords ??= new Set(gunzipSync(readFileSync(listFile)).toString("utf8").split("\n"));
  return leakedPasswords.has(password);
}
