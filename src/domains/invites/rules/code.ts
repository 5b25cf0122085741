import { randomInt } from "node:crypto";

/** Without those that are easily taken for others, or that make words. */
export const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz";

const length = 8;

/** A code that nobody can guess. */
export function newCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
