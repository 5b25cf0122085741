import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { createServer, getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { authority, issued, selfSigned } from "../../../../test/support/http/test-certificates.ts";
import { externalAddress, openFakeWeb, redirect, reply } from "../../../../test/support/unfurl/fake-web.ts";
import { fetchOutcome } from "../../../../test/support/unfurl/fetch-outcome.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";

const web = await openFakeWeb();
const guardedFetch = createGuardedFetch(web.config());
const usual = getCACertificates("default");

afterEach(() => setDefaultCACertificates(usual));
afterAll(() => web[Symbol.asyncDispose]());

interface SecureHost extends AsyncDisposable {
  readonly port: number;
  /** The server name and the head of each request that completed its handshake. */
  readonly asked: readonly { readonly servername: unknown; readonly head: string }[];
}

async function openSecureHost(
  options: { cert: string; key: string },
  answer: string | Buffer,
): Promise<SecureHost> {
  const asked: { servername: unknown; head: string }[] = [];
  const server = createServer(options, (socket: TLSSocket & { servername?: unknown }) => {
    socket.on("error", () => {});
    socket.once("data", (head) => {
      asked.push({ servername: socket.servername, head: head.toString() });
      socket.end(answer);
    });
  });
  server.on("tlsClientError", () => {});
  server.listen(0, externalAddress);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

/** One port for TLS, which goes to the port of a secure host, and for plain HTTP, which goes to the fake web. */
async function openSharedPort(securePort: () => number) {
  const handshakeRecord = 22;
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (first) => {
      const port = first[0] === handshakeRecord ? securePort() : web.port;
      const onward = connect(port, externalAddress, () => onward.write(first));
      onward.on("error", () => {});
      socket.pipe(onward).pipe(socket);
    });
  });
  server.listen(0, externalAddress);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: async () => void server.close() };
}

describe("a host with a certificate", () => {
  test("of a trusted authority is requested by its name", async () => {
    setDefaultCACertificates([authority]);
    web.dns.set("www.outside.example", externalAddress);
    await using host = await openSecureHost(issued, reply(200, {}, "safe"));
    expect(await fetchOutcome(guardedFetch(`https://outside.example:${host.port}/`))).toBe("safe");
    expect(await fetchOutcome(guardedFetch(`https://WWW.outside.example.:${host.port}/`))).toBe("safe");
    expect(host.asked).toMatchObject([
      { servername: "outside.example" },
      { servername: "www.outside.example" },
    ]);
    expect(host.asked[1]?.head).toInclude(`host: www.outside.example:${host.port}\r\n`);
  });

  test.each(["https://other.example", `https://${externalAddress}`, "https://a.b.outside.example"])(
    "of another name than %s is not asked",
    async (origin) => {
      setDefaultCACertificates([authority]);
      for (const name of ["other.example", "a.b.outside.example"]) web.dns.set(name, externalAddress);
      await using host = await openSecureHost(issued, reply(200));
      expect(await fetchOutcome(guardedFetch(`${origin}:${host.port}/`))).toBe("network");
      expect(host.asked).toEqual([]);
    },
  );

  test.each([
    ["of its own making", selfSigned],
    ["of an unknown authority", issued],
  ])("%s gets no request, also after a redirect", async (_, certificate) => {
    await using host = await openSecureHost(certificate, reply(200));
    const url = `https://outside.example:${host.port}/`;
    expect(await fetchOutcome(guardedFetch(url))).toBe("network");
    web.respondAt("/", redirect(url));
    expect(await fetchOutcome(guardedFetch(web.url("/")))).toBe("network");
    expect(host.asked).toEqual([]);
  });

  test("may redirect to the same host and port without TLS, and the request has no secrets there", async () => {
    setDefaultCACertificates([authority]);
    // As with the default ports, the addresses differ in nothing but the protocol.
    await using both = await openSharedPort(() => host.port);
    const plain = `outside.example:${both.port}/plain`;
    await using host = await openSecureHost(issued, redirect(`http://${plain}`));
    web.respondAt("/plain", reply(200, {}, "plain"));
    const headers = { Authorization: "Bearer secret" };
    expect(await fetchOutcome(guardedFetch(`https://${plain}`, { headers }))).toBe("plain");
    expect(host.asked[0]?.head).toInclude("authorization: Bearer secret");
    expect(web.requests.at(-1)).toStartWith("GET /plain ");
    expect(web.requests.at(-1)).not.toInclude("secret");
  });

  test("may redirect to public addresses, but not to private ones", async () => {
    setDefaultCACertificates([authority]);
    await using inwards = await openSecureHost(issued, redirect(`http://127.0.0.1:${web.port}/`));
    expect(await fetchOutcome(guardedFetch(`https://outside.example:${inwards.port}/`))).toBe(
      "refused-address",
    );
    await using outwards = await openSecureHost(issued, redirect(web.url("/plain")));
    web.respondAt("/plain", reply(200, {}, "plain"));
    expect(await fetchOutcome(guardedFetch(`https://outside.example:${outwards.port}/`))).toBe("plain");
    expect(web.privateConnections()).toBe(0);
  });
});

test("environment variables for proxies and certificates are ignored", async () => {
  await using host = await openSecureHost(selfSigned, reply(200));
  web.respondAt("/", reply(200, {}, "direct"));
  const proxy = `http://127.0.0.1:${web.port}`;
  const env = {
    ...Object.fromEntries(
      ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [
        [name, proxy],
        [name.toLowerCase(), proxy],
      ]),
    ),
    NODE_USE_ENV_PROXY: "1",
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
  };
  const program = Bun.fileURLToPath(
    new URL("../../../../test/support/programs/fetch-url.ts", import.meta.url),
  );
  const ask = async (url: string) => {
    const child = Bun.spawn([process.execPath, program, web.dns.server, url], {
      env,
      stdout: "pipe",
      stderr: "ignore",
    });
    return await new Response(child.stdout).text();
  };
  expect(await ask(web.url("/"))).toBe("direct");
  expect(await ask(`https://outside.example:${host.port}/`)).toBe("network");
  expect(host.asked).toEqual([]);
  expect(web.privateConnections()).toBe(0);
});
