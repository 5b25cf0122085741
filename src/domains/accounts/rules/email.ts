import { isIP } from "node:net";
import { domainToASCII } from "node:url";

const localPart = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const longestDomain = 255;
const label = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** The address form that HTML5 accepts, with international domains and address literals. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || !localPart.test(text.slice(0, at))) return false;
  const domain = text.slice(at + 1);
  const literal = /^\[(.+)\]$/.exec(domain)?.[1];
  if (literal !== undefined) return isIP(literal.replace(/^IPv6:/i, "")) !== 0;
  const ascii = asciiDomain(domain) ?? "";
  return (
    ascii.length > 0 && ascii.length <= longestDomain && ascii.split(".").every((part) => label.test(part))
  );
}

/** What two spellings of one mailbox have in common: no case, no dots, no `+tag`, one form of the domain. */
export function normaliseEmail(email: string): string {
  const at = email.indexOf("@");
  const local = at < 0 ? email : email.slice(0, at);
  const plain = (local.split("+")[0] ?? "").replaceAll(".", "").toLowerCase();
  return at < 0 ? plain : `${plain}@${sameDomain(email.slice(at + 1))}`;
}

export function mailDomain(email: string): string {
  return sameDomain(email.slice(email.lastIndexOf("@") + 1));
}

/** International and ASCII form, letters of any width and case: written differently, mail goes to one place. */
export function sameDomain(domain: string): string {
  return asciiDomain(domain) ?? domain.toLowerCase();
}

function asciiDomain(domain: string): string | undefined {
  // Converting takes time that grows with the square of the length.
  if (domain.length > longestDomain) return undefined;
  // Characters that a URL parser would cut away or split at; no domain has them.
  if (/[\s/?#@:%[\]\\]/.test(domain)) return undefined;
  return domainToASCII(domain) || undefined;
}
