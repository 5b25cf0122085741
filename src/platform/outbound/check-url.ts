import { OutboundError } from "./port.ts";
import { badPorts } from "./ports.ts";

const maxLength = 8_192;

/**
 * What can be judged by the URL alone. The parser is the one of the web: it undoes every disguise of a host (escapes,
 * full-width letters, odd dots, numbers in other bases), so that what is judged is what is connected to.
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
  // The dot at the end means the same host, but certificates and lists of names are without it.
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  return url;
}
