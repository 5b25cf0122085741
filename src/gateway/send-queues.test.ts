import { expect, test } from "bun:test";
import { configWith } from "../config/load.ts";
import { jsonCodec } from "./codec.ts";
import { readConnectQuery } from "./connect-query.ts";
import { Connection, type Socket } from "./connection.ts";
import { SendQueues } from "./send-queues.ts";

/** Connections with this many bytes to send, and how each of them ended. */
function openWaiting(queued: readonly number[], settings: Record<string, number>) {
  const ended: Record<number, string> = {};
  const open = new Set<Connection>();
  for (const bytes of queued) {
    const connection = new Connection(jsonCodec, readConnectQuery(new URLSearchParams()), 0);
    const end = (how: string) => {
      ended[bytes] = how;
      connection.detach();
      open.delete(connection);
    };
    const socket: Partial<Socket> = {
      getBufferedAmount: () => bytes,
      close: (code) => end(`closed with ${code}`),
      terminate: () => end("terminated"),
    };
    connection.open(socket as Socket);
    open.add(connection);
  }
  let closed = 0;
  const queues = new SendQueues(open, configWith({ events: settings }).events, { add: () => void closed++ });
  return { open, ended, queues, countClosed: () => closed };
}

test("a connection with too many bytes waiting is closed, unless the surplus is excluded", () => {
  const { open, ended, queues, countClosed } = openWaiting([5_000, 5_001, 5_002], {
    send_queue_bytes: 5_000,
  });
  [...open].at(-1)?.excludeBacklog();
  queues.enforce();
  expect(countClosed()).toBe(1);
  expect(ended).toEqual({ 5001: "closed with 4007" });
});

test("if all queues together are too large, the largest goes first, also one that is excluded", () => {
  const settings = { send_queue_bytes: 100_000, total_queue_bytes: 100_000 };
  const { open, ended, queues } = openWaiting([30_000, 10_000, 45_000, 0, 40_000], settings);
  for (const connection of open) connection.excludeBacklog();
  queues.enforce();
  expect(ended).toEqual({ 45000: "closed with 4007" });
  queues.enforce();
  expect(open.size).toBe(4);
});

test("queues are dropped at once when closed connections already hold half as much as the budget", () => {
  const settings = { send_queue_bytes: 100_000, total_queue_bytes: 100_000 };
  const { ended, queues } = openWaiting([49_000, 48_000, 47_000, 46_000], settings);
  queues.enforce();
  expect(ended).toEqual({ 49000: "closed with 4007", 48000: "terminated" });
});

test("without a budget nothing is closed for the sum", () => {
  const settings = { send_queue_bytes: 100_000, total_queue_bytes: 0 };
  const { open, queues } = openWaiting([90_000, 80_000, 70_000], settings);
  queues.enforce();
  expect(open.size).toBe(3);
});
