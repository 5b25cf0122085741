import { describe, expect, test } from "bun:test";
import { configWith } from "../config/load.ts";
import { closeCodes } from "./close-codes.ts";
import { jsonCodec } from "./codec.ts";
import { readConnectQuery } from "./connect-query.ts";
import { Connection, closeGradually, closeReasonOf, type Socket } from "./connection.ts";
import { View } from "./view.ts";

const limits = configWith({}).events;
const view = new View({
  userId: "me",
  bot: false,
  invisible: false,
  relations: new Map(),
  conversations: [],
  servers: [],
});

/** A connection that was opened at 0. */
function connect(socket: Partial<Socket>): Connection {
  const connection = new Connection(jsonCodec, readConnectQuery(new URLSearchParams()), 0);
  connection.open(socket as Socket);
  return connection;
}

describe("the reason to close a connection", () => {
  test("no token in time, unless an authentication is pending", () => {
    const connection = connect({});
    expect(closeReasonOf(connection, limits.authenticate_within_ms - 1, limits)).toBeUndefined();
    expect(closeReasonOf(connection, limits.authenticate_within_ms, limits)).toBe("notAuthenticated");
    connection.pendingAuthentications = 1;
    expect(closeReasonOf(connection, limits.authenticate_within_ms * 10, limits)).toBeUndefined();
  });

  test("no Ping in time", () => {
    const connection = connect({});
    connection.view = view;
    connection.lastActiveAt = 1_000;
    expect(closeReasonOf(connection, 999 + limits.ping_within_ms, limits)).toBeUndefined();
    expect(closeReasonOf(connection, 1_000 + limits.ping_within_ms, limits)).toBe("silent");
  });
});

function openSome(count: number) {
  const closed: number[] = [];
  const open = new Set<Connection>();
  for (let number = 0; number < count; number++) {
    const connection = connect({
      close: (code) => {
        expect(code).toBe(closeCodes.restarting.code);
        closed.push(number);
        open.delete(connection);
      },
    });
    open.add(connection);
  }
  return { open, closed };
}

describe("closing all connections", () => {
  test("is spread over time, in the order in which they were opened", async () => {
    const { open, closed } = openSome(5);
    const done = closeGradually(open, 1_000);
    expect(closed).toEqual([0]);
    await done;
    expect(closed).toEqual([0, 1, 2, 3, 4]);
  });

  test("is done at once if there is no time to spread it over", async () => {
    const { open, closed } = openSome(5);
    const done = closeGradually(open, 0);
    expect(closed).toHaveLength(5);
    await done;
  });

  test("reaches every connection, however many there are", async () => {
    const { open, closed } = openSome(10_000);
    await closeGradually(open, 50);
    expect(closed).toHaveLength(10_000);
  });

  test("is done at once without connections", () => {
    expect(Bun.peek.status(closeGradually(new Set(), 1_000))).toBe("fulfilled");
  });
});
