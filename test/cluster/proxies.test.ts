import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { freePorts } from "../support/processes/free-ports.ts";
import { usually } from "../support/run/is-thorough.ts";
import { openServer } from "../support/server/server.ts";
import { patienceMs } from "../support/until.ts";
import { readExample } from "./example-files.ts";
import { caddy, documentedCaddy, documentedNginx, nginx, startCaddy, startNginx } from "./example-proxies.ts";

setDefaultTimeout(120_000);

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Sends bytes that no HTTP library would send, and reads until the proxy closes the connection. */
async function send(port: number, request: string, isSecure: boolean): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const options = { port, host: "127.0.0.1", rejectUnauthorized: false };
  let received = "";
  const write = () => socket.write(request);
  const socket = isSecure ? connectSecurely(options, write) : connect(options, write);
  socket.setTimeout(patienceMs, () => reject(new Error(`no end of the response: ${received}`)));
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", reject);
  socket.on("close", () => resolve(received));
  const [head = "", body = ""] = (await promise).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), type: /^content-type: (.*)$/im.exec(head)?.[1] ?? "", body };
}

const requestFor = (path: string, headers = "", method = "GET") =>
  `${method} ${path} HTTP/1.1\r\nHost: chat.example.org\r\nConnection: close\r\n${headers}\r\n`;

describe.skipIf(!nginx)("nginx as documented", () => {
  test.each(
    usually([
      ["in examples/cluster", readExample("nginx.conf")],
      ["in first-hour.md", documentedNginx],
    ]),
  )("%s answers with Error objects, whatever it refuses itself", async (_, example) => {
    await using server = await openServer("sqlite");
    const [port = 0, unused = 0] = freePorts(2);
    const serverPort = server.running.port;
    {
      await using _proxy = await startNginx(example, { port, serverPort });
      const root = await send(port, requestFor("/api/"), true);
      expect([root.status, JSON.parse(root.body).revolt]).toEqual([200, "0.11.5"]);
      const long = "a".repeat(40_000);
      const cases: [request: string, status: number, type: string][] = [
        [requestFor("/api/%"), 400, "FailedValidation"],
        [requestFor("/api/%zz"), 400, "FailedValidation"],
        [requestFor("/api/%00"), 400, "FailedValidation"],
        [requestFor("/../../etc/passwd"), 400, "FailedValidation"],
        ["GET nowhere\r\n\r\n", 400, "FailedValidation"],
        [requestFor(`/${long}`), 414, "FailedValidation"],
        [requestFor("/api/", `X-Long: ${long}\r\n`), 400, "FailedValidation"],
        [requestFor("/autumn/attachments", "Content-Length: 30000000\r\n", "POST"), 413, "PayloadTooLarge"],
        [requestFor("/nginx-error"), 404, "NotFound"],
        // What the server refuses is passed on as it is.
        [requestFor("/api/nowhere"), 404, "NotFound"],
      ];
      for (const [request, status, type] of cases) {
        const reply = await send(port, request, true);
        expect([request.slice(0, 40), reply.status, reply.type]).toEqual([
          request.slice(0, 40),
          status,
          expect.stringMatching(/^application\/json/),
        ]);
        expect(JSON.parse(reply.body)).toMatchObject({ type, location: expect.stringMatching(/^.+$/) });
      }
      // Plain HTTP on the port for TLS.
      const plain = await send(port, requestFor("/api/"), false);
      expect([plain.status, JSON.parse(plain.body).type]).toEqual([400, "FailedValidation"]);
    }
    await using _proxy = await startNginx(example, { port, serverPort: unused });
    const gone = await send(port, requestFor("/api/"), true);
    expect([gone.status, JSON.parse(gone.body).type]).toEqual([502, "InternalError"]);
  });
});

describe.skipIf(!caddy)("Caddy as documented", () => {
  test.each([
    ["in first-hour.md", documentedCaddy],
    ["in Caddyfile", readExample("Caddyfile")],
    ["in compose.caddyfile", readExample("compose.caddyfile")],
  ])(
    "%s passes requests on, and answers with an Error object while there is no server",
    async (_, example) => {
      await using server = await openServer("sqlite");
      const [port = 0, unused = 0] = freePorts(2);
      const request = requestFor("/api/").replace("chat.example.org", `127.0.0.1:${port}`);
      {
        await using _proxy = await startCaddy(example, { port, serverPort: server.running.port });
        const root = await send(port, request, false);
        expect([root.status, JSON.parse(root.body).revolt]).toEqual([200, "0.11.5"]);
      }
      await using _proxy = await startCaddy(example, { port, serverPort: unused });
      const gone = await send(port, request, false);
      expect([Math.floor(gone.status / 100), gone.type]).toEqual([5, "application/json"]);
      expect(JSON.parse(gone.body)).toEqual({
        type: "InternalError",
        location: expect.stringMatching(/^.+$/),
      });
    },
  );
});
