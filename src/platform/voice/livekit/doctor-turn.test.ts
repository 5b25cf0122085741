import { afterAll, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { ofThisMachine } from "../../../../test/support/http/test-certificates.ts";
import { findTurnProblem } from "./doctor-turn.ts";

const servers: { close(): void }[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Listens on a free port and handles each connection in its own way. */
async function listen(handle: (socket: Socket) => void): Promise<number> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}

test.each([
  ["nothing listens", async () => 1, "cannot be reached"],
  ["the connection is ended", () => listen((socket) => socket.end()), "TURN at localhost:"],
  [
    "something else than TLS answers",
    () => listen((socket) => socket.write("220 hello\r\n")),
    "cannot be reached",
  ],
])("if %s, it says so", async (_, open, expected) => {
  expect(await findTurnProblem("localhost", { port: await open() })).toContain(expected);
});

test("a website in its place is noticed", async () => {
  const website = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: ofThisMachine,
    fetch: () => new Response("hello"),
  });
  servers.push({ close: () => void website.stop(true) });
  expect(await findTurnProblem("localhost", { port: website.port ?? 0, ca: ofThisMachine.cert })).toContain(
    "is another program",
  );
});
