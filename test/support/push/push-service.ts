import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { authority, issued } from "../http/test-certificates.ts";
import { externalAddress } from "../unfurl/fake-web.ts";
import { openLocalDns } from "../unfurl/local-dns.ts";

/** A request to the push service. */
export interface PushRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface StubReply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface PushService extends AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  readonly requests: readonly PushRequest[];
  /** A configuration that reaches this service, and nothing else on this machine. */
  readonly config: { outbound: { dns_servers: string[]; allow_private_hosts: string[] } };
  /** Sets the reply for a path; 201 by default. `never` leaves the request without one. */
  respondAt(path: string, reply: StubReply | "never"): void;
  name(host: string, ...addresses: string[]): void;
  newBrowser(): Browser;
}

/** A real push service over TLS, at `push.outside.example`. While it is open, its authority is the only one trusted. */
export async function openPushService(): Promise<PushService> {
  const usual = getCACertificates("default");
  setDefaultCACertificates([authority]);
  const dns = await openLocalDns();
  const hosts = ["push.outside.example", "slow.outside.example", "outside.example"];
  for (const host of hosts) dns.set(host, externalAddress);
  const requests: PushRequest[] = [];
  const replies = new Map<string, StubReply | "never">();
  const server = createServer(issued, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? "";
    requests.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
    const reply = replies.get(path) ?? { status: 201 };
    if (reply !== "never") response.writeHead(reply.status, reply.headers).end(reply.body);
  }).listen(0, externalAddress);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `https://push.outside.example:${port}`;
  let browsers = 0;
  return {
    port,
    origin,
    requests,
    config: { outbound: { dns_servers: [dns.server], allow_private_hosts: [externalAddress] } },
    respondAt: (path, reply) => void replies.set(path, reply),
    name: (host, ...addresses) => dns.set(host, ...addresses),
    newBrowser: () => new Browser(`${origin}/send/${++browsers}`, requests),
    async [Symbol.asyncDispose]() {
      setDefaultCACertificates(usual);
      server.closeAllConnections();
      server.close();
      await dns[Symbol.asyncDispose]();
    },
  };
}

/** The owner of one subscription, which alone can decrypt its messages. */
export class Browser {
  readonly path: string;
  readonly subscription: { endpoint: string; p256dh: string; auth: string };
  readonly #requests: readonly PushRequest[];
  readonly #keys: ECDH = createECDH("prime256v1");
  readonly #auth = randomBytes(16);
  #seen = 0;

  constructor(endpoint: string, requests: readonly PushRequest[]) {
    this.path = new URL(endpoint).pathname;
    this.#requests = requests;
    const p256dh = this.#keys.generateKeys("base64url");
    this.subscription = { endpoint, p256dh, auth: this.#auth.toString("base64url") };
  }

  /** All requests, also those that were refused. */
  get requests(): PushRequest[] {
    return this.#requests.filter(({ path }) => path === this.path);
  }

  /** The notifications since the last call, decrypted. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read notifications of every shape, and state there what they expect
  notifications(): any[] {
    const fresh = this.requests.slice(this.#seen);
    this.#seen += fresh.length;
    return fresh.map(({ body }) => JSON.parse(this.decrypt(body)));
  }

  /** RFC 8291, with the one record that push messages have (RFC 8188). */
  decrypt(body: Buffer): string {
    const [salt, rest] = [body.subarray(0, 16), body.subarray(16)];
    const [recordSize, keyLength] = [rest.readUInt32BE(0), rest.readUInt8(4)];
    const sender = rest.subarray(5, 5 + keyLength);
    const record = rest.subarray(5 + keyLength);
    if (record.length > recordSize) throw new Error("more than one record");
    const shared = this.#keys.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#keys.getPublicKey(), sender]);
    const secret = derive(shared, { salt: this.#auth, info, length: 32 });
    const key = derive(secret, { salt, info: Buffer.from("Content-Encoding: aes128gcm\0"), length: 16 });
    const nonce = derive(secret, { salt, info: Buffer.from("Content-Encoding: nonce\0"), length: 12 });
    const box = createDecipheriv("aes-128-gcm", key, nonce);
    box.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([box.update(record.subarray(0, -16)), box.final()]);
    const end = padded.lastIndexOf(2);
    if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("not the last record");
    return padded.subarray(0, end).toString();
  }
}

function derive(
  secret: Buffer,
  { salt, info, length }: { salt: Buffer; info: Buffer; length: number },
): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}

/** The claims of the sender, whose signature is checked (RFC 8292). */
export function readVapid(header = ""): { key: string; claims: { aud: string; exp: number; sub: string } } {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x, y };
  return { key, claims: readToken(token, createPublicKey({ key: jwk, format: "jwk" })) };
}

/** The claims of a signed token. Throws if the signature is bad. */
export function readToken<T>(token: string, key: ReturnType<typeof createPublicKey>): T {
  const [header = "", claims = "", signature = ""] = token.split(".");
  const isCurve = key.asymmetricKeyType === "ec";
  const verifier = isCurve ? ({ key, dsaEncoding: "ieee-p1363" } as const) : key;
  const signed = Buffer.from(`${header}.${claims}`);
  if (!verify("sha256", signed, verifier, Buffer.from(signature, "base64url")))
    throw new Error("a bad signature");
  return JSON.parse(Buffer.from(claims, "base64url").toString()) as T;
}
