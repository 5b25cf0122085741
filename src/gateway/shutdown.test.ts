import { describe, expect, test } from "bun:test";
import { closeCodes } from "./close-codes.ts";
import { jsonCodec } from "./codec.ts";
import { readConnectQuery } from "./connect-query.ts";
import { Connection, type Socket } from "./connection.ts";
import { closeGradually } from "./shutdown.ts";

function openSome(count: number) {
  const closed: number[] = [];
  const open = new Set<Connection>();
  for (let number = 0; number < count; number++) {
    const connection = new Connection(jsonCodec, readConnectQuery(new URLSearchParams()), 0);
    const close = (code: number) => {
      expect(code).toBe(closeCodes.restarting.code);
      closed.push(number);
      open.delete(connection);
    };
    connection.open({ close } as unknown as Socket);
    open.add(connection);
  }
  return { open, closed };
}

describe("closing connections at the end", () => {
  test("takes its time, in the order in which they came", async () => {
    const { open, closed } = openSome(5);
    const done = closeGradually(open, 1_000);
    expect(closed).toEqual([0]);
    await done;
    expect(closed).toEqual([0, 1, 2, 3, 4]);
  });

  test("is over at once where no time is to be taken", async () => {
    const { open, closed } = openSome(5);
    const done = closeGradually(open, 0);
    expect(closed).toHaveLength(5);
    await done;
  });

  test("reaches everybody however many there are", async () => {
    const { open, closed } = openSome(10_000);
    await closeGradually(open, 50);
    expect(closed).toHaveLength(10_000);
  });

  test("has nothing to do where there is nobody", async () => {
    await closeGradually(new Set(), 1_000);
  });
});
