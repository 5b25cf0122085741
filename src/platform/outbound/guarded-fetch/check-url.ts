import { OutboundError } from "../port.ts";

const maxLength = 8_192;

/**
 * Ports of other protocols, whose servers might misread an HTTP request. Browsers refuse the same
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Parses a URL and refuses it if the URL itself is not allowed. The WHATWG parser undoes every disguise of a host
 * (escapes, full-width letters, odd dots, numbers in other bases), so that the host that is checked is the host that
 * is connected to.
 */
export function checkUrl(text: string, base?: string): URL {
  const url = text.length > maxLength ? null : URL.parse(text, base);
  if (url === null) throw new OutboundError("bad-url", "not a URL");
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new OutboundError("bad-scheme", "neither http nor https");
  if (url.username !== "" || url.password !== "")
    throw new OutboundError("credentials", "credentials in the URL");
  if (url.port !== "" && badPorts.has(Number(url.port)))
    throw new OutboundError("bad-port", `port ${url.port} is not for HTTP`);
  // The final dot names the same host, but certificates and lists of names leave it out.
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  return url;
}
