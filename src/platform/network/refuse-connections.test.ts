import { expect, test } from "bun:test";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { until } from "../../../test/support/until.ts";
import { refuseConnections } from "./refuse-connections.ts";

const host = "127.0.0.1";
/** Repeats what it receives. */
const listen = () =>
  Bun.listen({ hostname: host, port: 0, socket: { data: (socket, data) => void socket.write(data) } });

/** Whether a client has asked for a connection to the port, and waits for an answer. */
function hasUnanswered(port: number): boolean {
  const connections = readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1);
  return connections.some((line) => {
    const [, , remote = "", state] = line.trim().split(/\s+/);
    return Number.parseInt(remote.split(":")[1] ?? "", 16) === port && state === "02";
  });
}

async function isAnswered(socket: ReturnType<typeof connect>): Promise<boolean> {
  socket.write("hello");
  const [data] = await once(socket, "data");
  return String(data) === "hello";
}

test.if(process.platform === "linux")("only new connections, and only those to the port", async () => {
  const [refusing, other] = [listen(), listen()];
  const early = connect(refusing.port, host);
  await once(early, "connect");
  refuseConnections(refusing.port);
  const late = connect(refusing.port, host);
  const elsewhere = connect(other.port, host);
  await until(() => hasUnanswered(refusing.port));
  expect(await isAnswered(early)).toBe(true);
  expect(await isAnswered(elsewhere)).toBe(true);
  expect(late.connecting).toBe(true);
  for (const socket of [early, late, elsewhere]) socket.destroy();
  for (const listener of [refusing, other]) listener.stop(true);
});
