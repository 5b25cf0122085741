import { describe, expect, test } from "bun:test";
import { type Announcement, type Topic, topic } from "../visibility/announcement.ts";
import { jsonCodec } from "./codec.ts";
import { readConnectQuery } from "./connect-query.ts";
import { Connection } from "./connection.ts";
import { HeldAnnouncements } from "./held-announcements.ts";

const newConnection = () => new Connection(jsonCodec, readConnectQuery(new URLSearchParams()), 0);
const announcement = (name: string): Announcement => ({ name, payload: {}, topics: [topic.none] });

describe("announcements for connections that wait for Ready", () => {
  const namesOf = (held: HeldAnnouncements, connection: Connection) =>
    [...held.of(connection)].map(({ name }) => name);

  test("begin for each connection when it begins to wait, and end when it joins", () => {
    const held = new HeldAnnouncements();
    const [first, second] = [newConnection(), newConnection()];
    held.add(announcement("0"));
    held.hold(first);
    held.add(announcement("1"));
    held.hold(second);
    held.add(announcement("2"));
    expect(namesOf(held, first)).toEqual(["1", "2"]);
    expect(namesOf(held, second)).toEqual(["2"]);
    held.release(first);
    expect(namesOf(held, first)).toEqual([]);
    expect(namesOf(held, second)).toEqual(["2"]);
    held.release(second);
    expect(held.size).toBe(0);
  });

  test("are found by topic if they have no commit, in the order in which they came", () => {
    const held = new HeldAnnouncements();
    const connection = newConnection();
    const [mine, other] = [topic.user("01A"), topic.user("01B")];
    const on = (name: string, topics: Topic[], position?: number) =>
      held.add({ name, payload: {}, topics, ...(position !== undefined && { position }) });
    on("before", [mine]);
    held.hold(newConnection());
    on("early", [mine]);
    held.hold(connection);
    on("0", [mine]);
    on("1", [other]);
    on("2", [other], 1);
    on("3", [other, mine]);
    const names = held.concerning(connection, () => [mine, topic.none]).map(({ name }) => name);
    expect(names).toEqual(["0", "2", "3"]);
    expect(held.committedOf(connection).map(({ name }) => name)).toEqual(["2"]);
  });

  test("are removed when nobody waits for them, while others keep waiting", () => {
    const held = new HeldAnnouncements();
    const connections = Array.from({ length: 50 }, newConnection);
    let sizeMax = 0;
    for (const [index, connection] of connections.entries()) {
      held.hold(connection);
      for (let count = 0; count < 500; count++) held.add(announcement(`${index} ${count}`));
      const left = connections[index - 1];
      if (left) held.release(left);
      expect(namesOf(held, connection)).toHaveLength(500);
      expect(namesOf(held, connection)[0]).toBe(`${index} 0`);
      sizeMax = Math.max(sizeMax, held.size);
    }
    expect(sizeMax).toBeLessThan(3_000);
  });
});
