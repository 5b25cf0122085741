import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectSecurely } from "node:tls";
import { top } from "../architecture/source-files.ts";
import { ofThisMachine } from "../support/http/test-certificates.ts";
import { findDebianProgram } from "../support/install/debian-program.ts";
import { freePorts } from "../support/processes/free-ports.ts";
import { openServer } from "../support/server/server.ts";
import { patienceMs } from "../support/until.ts";
import { readExample } from "./example-files.ts";

setDefaultTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), "ermine-proxy-"));
afterAll(() => rmSync(folder, { recursive: true }));

const firstHour = readFileSync(join(top, "docs/operating/first-hour.md"), "utf8");
const blockIn = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(firstHour)?.[1] ?? "";

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

/** Starts a proxy, and waits until it listens. */
async function start(command: string[], port: number): Promise<AsyncDisposable> {
  const env = { PATH: process.env.PATH, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const child = Bun.spawn(command, { env, stdio: ["ignore", "ignore", "pipe"] });
  const output = new Response(child.stderr).text();
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: "127.0.0.1" }, () => resolve(socket.destroy() !== undefined));
      socket.on("error", () => resolve(false));
    });
  while (!(await isListening())) {
    if (child.exitCode !== null) throw new Error(`${command[0]} ended: ${await output}`);
    await Bun.sleep(50);
  }
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

const nginx = findDebianProgram("nginx");

/** The documented configuration with the addresses and files of this machine. */
function startNginx(
  example: string,
  { name, port, serverPort }: { name: string; port: number; serverPort: number },
) {
  const prefix = join(folder, name);
  mkdirSync(prefix);
  writeFileSync(join(prefix, "cert.pem"), ofThisMachine.cert);
  writeFileSync(join(prefix, "key.pem"), ofThisMachine.key);
  const own = example
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${prefix}/cert.pem;`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${prefix}/key.pem;`)
    .replaceAll(/10\.0\.0\.\d+:8081|127\.0\.0\.1:8080/g, `127.0.0.1:${serverPort}`);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${prefix}/${kind};`,
  );
  const around = `daemon off; pid ${prefix}/pid; error_log stderr;\nevents {}\nhttp { access_log off; ${folders.join(" ")}`;
  writeFileSync(join(prefix, "nginx.conf"), `${around}\n${own}}\n`);
  return start([nginx ?? "", "-p", prefix, "-c", join(prefix, "nginx.conf"), "-e", "stderr"], port);
}

describe.skipIf(!nginx)("nginx as documented", () => {
  test.each([
    ["in first-hour.md", "first-hour", blockIn("nginx")],
    ["in examples/cluster", "cluster", readExample("nginx.conf")],
  ])("%s answers with Error objects, whatever it refuses itself", async (_, name, example) => {
    await using server = await openServer("sqlite");
    const [port = 0, unused = 0] = freePorts(2);
    const serverPort = server.running.port;
    {
      await using _proxy = await startNginx(example, { name, port, serverPort });
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
    await using _proxy = await startNginx(example, { name: `${name}-alone`, port, serverPort: unused });
    const gone = await send(port, requestFor("/api/"), true);
    expect([gone.status, JSON.parse(gone.body).type]).toEqual([502, "InternalError"]);
  });
});

const caddy = findDebianProgram("caddy");

describe.skipIf(!caddy)("Caddy as documented", () => {
  test.each([
    ["in first-hour.md", blockIn("text")],
    ["in Caddyfile", readExample("Caddyfile")],
    ["in compose.caddyfile", readExample("compose.caddyfile")],
  ])(
    "%s passes requests on, and answers with an Error object while there is no server",
    async (name, example) => {
      await using server = await openServer("sqlite");
      const [port = 0, unused = 0] = freePorts(2);
      const file = join(folder, name.replaceAll(/\W/g, "-"));
      const startCaddy = (serverPort: number) => {
        const own = example
          .replace(/^(chat\.example\.org|:8080) \{/m, `http://127.0.0.1:${port} {`)
          .replace(/(\S+:80\d\d ?)+(?=\{|\n)/, `127.0.0.1:${serverPort} `)
          .replace("lb_try_duration 5s", "lb_try_duration 0s");
        writeFileSync(file, `{\n\tadmin off\n}\n${own}`);
        return start([caddy ?? "", "run", "--adapter", "caddyfile", "--config", file], port);
      };
      const request = requestFor("/api/").replace("chat.example.org", `127.0.0.1:${port}`);
      {
        await using _proxy = await startCaddy(server.running.port);
        const root = await send(port, request, false);
        expect([root.status, JSON.parse(root.body).revolt]).toEqual([200, "0.11.5"]);
      }
      await using _proxy = await startCaddy(unused);
      const gone = await send(port, request, false);
      expect([Math.floor(gone.status / 100), gone.type]).toEqual([5, "application/json"]);
      expect(JSON.parse(gone.body)).toEqual({
        type: "InternalError",
        location: expect.stringMatching(/^.+$/),
      });
    },
  );
});
