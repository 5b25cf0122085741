import ipaddr from "ipaddr.js";
import type { Config } from "../../config/schema.ts";

export interface Certificate {
  /** The host, and the port unless it is 443. */
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

const timeoutMs = 2_000;
const dayMs = 86_400_000;

/** A certificate is reported when it has fewer days left than this: automatic renewal must have failed. */
export const reportedDays = 21;

/** Whole days until the certificate expires; negative afterwards. */
export function daysLeft({ expiresAt }: Certificate, now: number): number {
  return Math.floor((expiresAt - now) / dayMs);
}

/** The certificates at the public addresses, trusted or not. Addresses that do not answer are left out. */
export async function readCertificates({
  public_url,
  app_url,
  voice: { turn },
}: Pick<Config, "public_url" | "app_url" | "voice">): Promise<Certificate[]> {
  const urls = [public_url, app_url, turn.domain && `https://${turn.domain}`];
  const hosts = new Set(urls.filter((url) => url.startsWith("https:")).map((url) => new URL(url).host));
  const read = await Promise.allSettled(
    [...hosts].map(async (name) => ({ name, expiresAt: await expiryOf(new URL(`https://${name}`)) })),
  );
  return read.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}

function expiryOf({ hostname, port }: URL): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = process.getBuiltinModule("node:tls").connect({
    host,
    port: Number(port || 443),
    ...(!ipaddr.isValid(host) && { servername: host }),
    timeout: timeoutMs,
    // So that expired certificates are read too.
    rejectUnauthorized: false,
  });
  socket.on("secureConnect", () => resolve(Date.parse(socket.getPeerCertificate().valid_to)));
  socket.on("timeout", () => reject(new Error(`${host} does not answer`)));
  socket.on("error", reject);
  return promise.finally(() => socket.destroy());
}
