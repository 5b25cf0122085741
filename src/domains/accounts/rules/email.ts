import { domainToASCII } from "node:url";

const localPart = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const maxDomainLength = 255;
const label = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * The address form that HTML5 accepts, with international domains and address literals. A local part of dots and a tag
 * alone is refused: all such addresses of a domain would be one mailbox.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || !localPart.test(text.slice(0, at)) || normaliseLocalPart(text.slice(0, at)) === "")
    return false;
  const domain = text.slice(at + 1);
  const literal = /^\[(.+)\]$/.exec(domain)?.[1];
  if (literal !== undefined)
    return process.getBuiltinModule("node:net").isIP(literal.replace(/^IPv6:/i, "")) !== 0;
  const ascii = asciiDomain(domain) ?? "";
  return (
    ascii.length > 0 && ascii.length <= maxDomainLength && ascii.split(".").every((part) => label.test(part))
  );
}

/** Maps all spellings of one mailbox to one key: without case, dots and `+tag`, and with the ASCII domain. */
export function normaliseEmail(email: string): string {
  const at = email.indexOf("@");
  const local = at < 0 ? email : email.slice(0, at);
  const plain = normaliseLocalPart(local);
  return at < 0 ? plain : `${plain}@${normaliseDomain(email.slice(at + 1))}`;
}

function normaliseLocalPart(local: string): string {
  return (local.split("+")[0] ?? "").replaceAll(".", "").toLowerCase();
}

export function mailDomain(email: string): string {
  return normaliseDomain(email.slice(email.lastIndexOf("@") + 1));
}

/** Maps the spellings of a domain that mail servers treat alike (IDN, width, case) to its ASCII form. */
export function normaliseDomain(domain: string): string {
  return asciiDomain(domain) ?? domain.toLowerCase();
}

function asciiDomain(domain: string): string | undefined {
  // The time of the conversion grows with the square of the length.
  if (domain.length > maxDomainLength) return undefined;
  // A URL parser would drop these characters or split at them; no domain contains them.
  if (/[\s/?#@:%[\]\\]/.test(domain)) return undefined;
  return domainToASCII(domain) || undefined;
}

/** The domain of accounts that have no address. No mail reaches it (RFC 2606). */
const placeholderDomain = "no-address.invalid";

export const newPlaceholder = (unique: string) => `${unique.toLowerCase()}@${placeholderDomain}`;
export const isPlaceholder = (email: string) => email.endsWith(`@${placeholderDomain}`);
