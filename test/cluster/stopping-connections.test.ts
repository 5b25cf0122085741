import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { connect } from "node:net";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { usually } from "../support/run/is-thorough.ts";

setDefaultTimeout(120_000);

const clients = 30;
const rounds = 3;

/** Less than the server waits for another request. */
const maxIdleMs = 50;

type Outcome = "answered" | "refused" | "closed while idle" | "reset";

/** Sends requests on one connection until it ends: one, or as many as the server lets it. */
function useConnection(port: number, keepsAlive: boolean, onOutcome: (outcome: Outcome) => void) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(port, "127.0.0.1");
  let [isConnected, isPending, received] = [false, false, ""];
  // A client that stood still may find its connection closed as idle.
  let [idleSince, isLate] = [performance.now(), false];
  const send = () => {
    isPending = true;
    isLate = performance.now() - idleSince > maxIdleMs;
    socket.write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  };
  socket.setNoDelay(true);
  socket.on("connect", () => {
    isConnected = true;
    send();
  });
  socket.on("data", (bytes) => {
    received += bytes.toString();
    if (!received.endsWith("}")) return;
    const mayGoOn = keepsAlive && !/\r\nconnection: close\r\n/i.test(received);
    [received, isPending, idleSince] = ["", false, performance.now()];
    onOutcome("answered");
    if (mayGoOn) setTimeout(() => socket.destroyed || send(), Math.random() * 3);
    else socket.destroy();
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    if (!isConnected) onOutcome("refused");
    else if (isPending && !isLate) onOutcome("reset");
    else if (isPending || keepsAlive) onOutcome("closed while idle");
    resolve();
  });
  return promise;
}

describe.each(
  usually([
    ["that clients keep", true],
    ["of one request each", false],
  ]),
)("SIGTERM without a delay, with connections %s", (_, keepsAlive) => {
  test("answers every request on a connection that it had accepted", async () => {
    for (let round = 0; round < rounds; round++) {
      const home = await newMigratedHome("sqlite");
      await using server = await startProcess(home, { ERMINE_HTTP_SHUTDOWN_DELAY_MS: "0" });
      const counts = new Map<Outcome, number>();
      const count = (outcome: Outcome) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      const port = Number(new URL(server.url).port);
      let isStopping = false;
      const loops = Array.from({ length: clients }, async () => {
        while (!counts.has("refused")) {
          await useConnection(port, keepsAlive, count);
          if (keepsAlive && isStopping) return;
        }
      });
      await Bun.sleep(300);
      isStopping = true;
      server.kill("SIGTERM");
      expect(await server.exited).toBe(0);
      await Promise.all(loops);
      expect(counts.get("answered")).toBeGreaterThan(clients);
      expect(counts.get("reset") ?? 0).toBe(0);
      home.remove();
    }
  });
});
