import { expect, test } from "bun:test";
import { once } from "node:events";
import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { unreachableUrl } from "../../../../test/support/http/http-stub.ts";
import { Http2Connection } from "./http2-connection.ts";

const post = { headers: { "x-word": "otter" }, body: "words", timeoutMs: 5_000 };

async function openEcho() {
  const sessions: ServerHttp2Session[] = [];
  const server: Http2Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      if (request.url === "/silent") return;
      response.writeHead(202, { "x-word": String(request.headers["x-word"]) });
      response.end(`${request.method} ${request.url} ${body}`);
    });
  });
  server.on("session", (session) => sessions.push(session));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, sessions, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("requests share one connection", async () => {
  const { server, sessions, url } = await openEcho();
  const connection = new Http2Connection(url);
  const answers = await Promise.all(["/a", "/b", "/c"].map((path) => connection.post(path, post)));
  expect(answers.map(({ status, body }) => `${status} ${body}`)).toEqual(
    ["/a", "/b", "/c"].map((path) => `202 POST ${path} words`),
  );
  expect(answers[0]?.headers["x-word"]).toBe("otter");
  expect(sessions).toHaveLength(1);
  server.close();
});

test("a request after the connection has ended opens another", async () => {
  const { server, sessions, url } = await openEcho();
  const connection = new Http2Connection(url);
  await connection.post("/a", post);
  const [first] = sessions;
  const ended = first && once(first, "close");
  first?.destroy();
  await ended;
  const again = await connection.post("/b", post).catch(() => connection.post("/b", post));
  expect(again.status).toBe(202);
  expect(sessions).toHaveLength(2);
  server.close();
});

test("a missing response and a refused connection are failures", async () => {
  const { server, url } = await openEcho();
  const late = new Http2Connection(url).post("/silent", { ...post, timeoutMs: 50 });
  expect(await late.catch((error) => error.reason)).toBe("timeout");
  const dead = new Http2Connection(await unreachableUrl()).post("/", post);
  expect(await dead.catch((error) => error.reason)).toBe("network");
  server.close();
});
