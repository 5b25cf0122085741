import { addresses } from "../session/server.ts";

/** The address as the browser would read it, if it is one of the web. */
export function webAddress(address: string | null | undefined): string | undefined {
  const url = URL.parse(address ?? "");
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : undefined;
}

/**
 * Where the server serves an image or video of another site. Without a proxy there is none: from the address itself its
 * host would learn who reads the message.
 */
export function proxied(address: string | null | undefined): string | undefined {
  const url = webAddress(address);
  return url && addresses.proxied(url);
}

/** Whether the address of an image promises an animation. */
export function isGif(address: string | null | undefined): boolean {
  return address ? /\.gif$/i.test(URL.parse(address)?.pathname ?? "") : false;
}
