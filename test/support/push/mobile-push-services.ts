import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { readToken } from "./push-service.ts";

/** A request to Apple's service. */
export interface ApnRequest {
  readonly path: string;
  readonly headers: Record<string, unknown>;
  readonly claims: { iss: string; iat: number };
  // biome-ignore lint/suspicious/noExplicitAny: tests say which shape they expect
  readonly payload: any;
}

export interface ApnsService extends AsyncDisposable {
  readonly requests: readonly ApnRequest[];
  /** The number of connections so far. */
  readonly connections: () => number;
  readonly config: Record<string, unknown>;
  respondWith(reply: ApnReply | "never"): void;
}

export interface ApnReply {
  readonly status: number;
  readonly reason?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A stand-in for APNs: HTTP/2, and tokens signed with the team's key. */
export async function openApnsService(): Promise<ApnsService> {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const requests: ApnRequest[] = [];
  let connections = 0;
  let reply: ApnReply | "never" = { status: 200 };
  const server = createServer();
  server.on("session", () => connections++);
  server.on("stream", (stream: ServerHttp2Stream, headers) => {
    let body = "";
    stream.on("error", () => {});
    stream.on("data", (chunk) => {
      body += chunk;
    });
    stream.on("end", () => {
      const token = String(headers.authorization).replace(/^bearer /, "");
      const claims = readToken<ApnRequest["claims"]>(token, pair.publicKey);
      requests.push({ path: String(headers[":path"]), headers, claims, payload: JSON.parse(body) });
      if (reply === "never") return;
      stream.respond({ ":status": reply.status, ...reply.headers });
      stream.end(reply.reason && JSON.stringify({ reason: reply.reason }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const key = pair.privateKey.export({ type: "pkcs8", format: "pem" });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    requests,
    connections: () => connections,
    config: { key, key_id: "KEY1", team_id: "TEAM1", topic: "chat.example.app", url },
    respondWith: (next) => {
      reply = next;
    },
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
let sharedKeys: ReturnType<typeof newKeys> | undefined;

/**
 * The key of a service account as Google issues it, and the public key for its signatures. It is the same for all, as it
 * takes a tenth of a second to find one.
 */
export function newServiceAccount(origin: string) {
  sharedKeys ??= newKeys();
  const { publicKey, privateKey } = sharedKeys;
  const account = {
    project_id: "a-project",
    client_email: "push@a-project.example",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    token_uri: `${origin}/token`,
  };
  return {
    config: { service_account: JSON.stringify(account), url: origin },
    publicKey: createPublicKey(publicKey.export({ type: "spki", format: "pem" })),
  };
}
