import { randomInt } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const setSize = 10;

export function makeRecoveryCodes(): string[] {
  const half = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: setSize }, () => `${half()}-${half()}`);
}
