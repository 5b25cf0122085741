import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { newUser } from "../support/accounts/people.ts";
import { boundary, form } from "../support/http/multipart.ts";
import { freePorts } from "../support/processes/free-ports.ts";
import { amount, usually } from "../support/run/is-thorough.ts";
import { openServer } from "../support/server/server.ts";
import { patienceMs } from "../support/until.ts";
import { caddy, documentedCaddy, documentedNginx, nginx, startCaddy, startNginx } from "./example-proxies.ts";

setDefaultTimeout(600_000);

const chunk = Buffer.alloc(65_536);
const megabyte = 1_000_000;
const times = amount(4, 40);

interface Upload {
  readonly path: string;
  readonly bytes: number;
  readonly token?: string;
}

/** Sends a body as clients do, until it is sent or the response has arrived. Returns the status and the error type. */
async function send(port: number, isSecure: boolean, { path, bytes, token }: Upload): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let received = "";
  let left = bytes;
  const isComplete = () => {
    const [head = "", body = ""] = received.split("\r\n\r\n");
    const length = /^content-length: (\d+)$/im.exec(head)?.[1];
    return received.includes("\r\n\r\n") && (length ? body.length >= Number(length) : body.endsWith("0"));
  };
  const options = { port, host: "127.0.0.1", rejectUnauthorized: false };
  const begin = () => {
    const lines = [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Content-Length: ${bytes}`,
      ...(token === undefined ? [] : [`X-Session-Token: ${token}`]),
    ];
    const first = form({ content: "" }).subarray(0, 130);
    left -= first.length;
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.write(first);
    pump();
  };
  const pump = () => {
    while (left > 0 && !socket.destroyed) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      if (!socket.write(part)) return;
    }
  };
  const socket = isSecure ? connectSecurely(options, begin) : connect(options, begin);
  socket.on("drain", pump);
  socket.on("data", (data) => {
    received += data.toString("latin1");
    if (isComplete()) resolve();
  });
  for (const event of ["error", "close"]) socket.on(event, () => resolve());
  socket.setTimeout(patienceMs, () => resolve());
  await promise;
  socket.destroy();
  return `${received.slice(9, 12)} ${/"type":"(\w+)"/.exec(received)?.[1]}`;
}

describe.each(
  usually([
    {
      name: "Caddy",
      program: caddy,
      start: startCaddy,
      example: documentedCaddy,
      isSecure: false,
      limit: 1_000,
    },
    { name: "nginx", program: nginx, start: startNginx, example: documentedNginx, isSecure: true, limit: 25 },
  ]),
)("behind $name as documented, a refused body", ({ program, start, example, isSecure, limit }) => {
  test.skipIf(!program)("gets the answer of the server, however large it is", async () => {
    await using server = await openServer("sqlite");
    const { token } = await newUser(server);
    const [port = 0] = freePorts(1);
    await using _ = await start(example, { port, serverPort: server.running.port });
    const upload = "/autumn/attachments";
    const tooLarge = (megabytes: number) => (megabytes > limit ? "413 PayloadTooLarge" : "422 FileTooLarge");
    const cases: readonly [Upload, answer: string][] = [
      [{ path: upload, bytes: 24 * megabyte, token }, "422 FileTooLarge"],
      [{ path: upload, bytes: 24 * megabyte }, "401 InvalidSession"],
      [{ path: "/autumn/nowhere", bytes: 24 * megabyte, token }, "404 NotFound"],
      [{ path: "/api/auth/account/create", bytes: 1.5 * megabyte }, "413 PayloadTooLarge"],
      [{ path: upload, bytes: 30 * megabyte, token }, tooLarge(30)],
      [{ path: upload, bytes: 300 * megabyte, token }, tooLarge(300)],
    ];
    for (const [request, answer] of cases) {
      const answers: Record<string, number> = {};
      for (let round = 0; round < times; round += 1) {
        const got = await send(port, isSecure, request);
        answers[got] = (answers[got] ?? 0) + 1;
      }
      expect([request.path, request.bytes, answers]).toEqual([
        request.path,
        request.bytes,
        { [answer]: times },
      ]);
    }
  });
});
