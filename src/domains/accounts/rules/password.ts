import { readFileSync } from "node:fs";
import listFile from "../leaked-passwords.txt.gz" with { type: "file" };

const minBytes = 8;
/** That of the longest password in the list. */
const maxLeakedLength = 26;
let leakedPasswords: Buffer | undefined;

/** Why a password is refused, if it is. The minimum length counts bytes. */
export function passwordProblem(password: string): "ShortPassword" | "CompromisedPassword" | undefined {
  if (Buffer.byteLength(password) < minBytes) return "ShortPassword";
  return isLeaked(password) ? "CompromisedPassword" : undefined;
}

/** The list holds the 100,000 most frequent passwords of known leaks that have the minimum length. */
function isLeaked(password: string): boolean {
  if (password.length > maxLeakedLength || password.includes("\n")) return false;
  // As one text: a set of all lines takes 20 MB.
  leakedPasswords ??= Buffer.concat([Buffer.from("\n"), Bun.gunzipSync(readFileSync(listFile))]);
  return leakedPasswords.includes(`\n${password}\n`);
}
