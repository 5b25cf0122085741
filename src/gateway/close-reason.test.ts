import { describe, expect, test } from "bun:test";
import { configWith } from "../config/load.ts";
import { closeReasonOf } from "./close-reason.ts";
import { jsonCodec } from "./codec.ts";
import { readConnectQuery } from "./connect-query.ts";
import { Connection, type Socket } from "./connection.ts";
import { View } from "./view.ts";

const limits = configWith({}).events;
const view = new View({
  userId: "me",
  bot: false,
  privileged: false,
  invisible: false,
  relations: new Map(),
  conversations: [],
  servers: [],
});

/** Opened at 0, with so many bytes waiting. */
function connect(waiting = 0): Connection {
  const connection = new Connection(jsonCodec, readConnectQuery(new URLSearchParams()), 0);
  connection.open({ getBufferedAmount: () => waiting } as unknown as Socket);
  return connection;
}

describe("why a connection cannot stay", () => {
  test("no token in time, unless it is being looked at", () => {
    const connection = connect();
    expect(closeReasonOf(connection, limits.authenticate_within_ms - 1, limits)).toBeUndefined();
    expect(closeReasonOf(connection, limits.authenticate_within_ms, limits)).toBe("notAuthenticated");
    connection.attempts = 1;
    expect(closeReasonOf(connection, limits.authenticate_within_ms * 10, limits)).toBeUndefined();
  });

  test("no sign of life in time", () => {
    const connection = connect();
    connection.view = view;
    connection.lastSign = 1_000;
    expect(closeReasonOf(connection, 999 + limits.ping_within_ms, limits)).toBeUndefined();
    expect(closeReasonOf(connection, 1_000 + limits.ping_within_ms, limits)).toBe("silent");
  });

  test("too much that it has not read, apart from what it was forgiven", () => {
    expect(closeReasonOf(connect(limits.send_queue_bytes), 0, limits)).toBeUndefined();
    const connection = connect(limits.send_queue_bytes + 1);
    expect(closeReasonOf(connection, 0, limits)).toBe("tooSlow");
    connection.forgiveBacklog();
    expect(closeReasonOf(connection, 0, limits)).toBeUndefined();
  });
});
