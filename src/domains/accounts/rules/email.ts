import { domainToASCII } from "node:url";
import { isIP } from "node:net";

const localPart = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const label = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** The address form that HTML5 accepts, with international domains and address literals. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || !localPart.test(text.slice(0, at))) return false;
  const domain = text.slice(at + 1);
  const literal = /^\[(.+)\]$/.exec(domain)?.[1];
  if (literal !== undefined) return isIP(literal.replace(/^IPv6:/i, "")) !== 0;
  // Characters that a URL parser would cut away or split at; no domain has them.
  if (/[\s/?#@:%[\]\\]/.test(domain)) return false;
  const ascii = domainToASCII(domain);
  return ascii.length > 0 && ascii.length <= 255 && ascii.split(".").every((part) => label.test(part));
}

/** What two spellings of one mailbox have in common: no case, no dots, no `+tag`. */
export function normaliseEmail(email: string): string {
  const at = email.indexOf("@");
  const local = at < 0 ? email : email.slice(0, at);
  const plain = (local.split("+")[0] ?? "").replaceAll(".", "");
  return `${plain}${at < 0 ? "" : email.slice(at)}`.toLowerCase();
}

export function mailDomain(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}
