import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeSettings } from "../../src/domains/sync/store/settings.ts";
import { closeCodes } from "../../src/gateway/close-codes.ts";
import { topic } from "../../src/visibility/announcement.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { openRawStream, type RawStream } from "../support/stream/raw-stream.ts";
import { openReadyStream, type Packet } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";

/** More than the operating system buffers for a client that does not read. */
const flood = { packets: 12_000, bytes: 1_000 };
const closedWithoutWord = 1006;

const numbersIn = (heard: readonly Packet[]) =>
  heard.filter(({ type }) => type === "Numbered").map(({ number }) => number);
const countTo = (length: number) => Array.from({ length }, (_, number) => number);

describe("a client that reads too slowly", () => {
  let server: TestServer;
  let person: Person;
  beforeAll(async () => {
    server = await openServer("sqlite", { config: { events: { send_queue_bytes: 65_536 } } });
    person = await newUser(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function openRaw(): Promise<RawStream> {
    const stream = await openRawStream(server, `/ws?token=${person.token}`);
    await until(() => stream.received.some(({ type }) => type === "Ready"));
    return stream;
  }

  /** `atOnce` packets are published without letting anything else happen. */
  async function publish(packets: number, atOnce: number): Promise<void> {
    for (let number = 0; number < packets; number++) {
      const payload = { number, pad: "x".repeat(flood.bytes) };
      void server.running.bus.publish({ name: "Numbered", payload, topics: [topic.private(person.id)] });
      if (number % atOnce === atOnce - 1) await Bun.sleep(1);
    }
  }

  /** Closed with the code of the server, unless the operating system was faster. */
  async function expectPart(slow: RawStream): Promise<void> {
    slow.resumeReading();
    expect([closeCodes.tooSlow.code, closedWithoutWord]).toContain(await slow.closed);
    const numbers = numbersIn(slow.received);
    expect(numbers).toEqual(countTo(numbers.length));
    expect(numbers.length).toBeLessThan(flood.packets);
  }

  test("gets every packet up to some point and then none, also when all come at once", async () => {
    await using slow = await openRaw();
    slow.stopReading();
    await publish(flood.packets, flood.packets);
    await expectPart(slow);
  });

  test("gets the close code, if there is time", async () => {
    const codes: number[] = [];
    // A socket with much to send is dropped within seconds, by chance at once.
    while (!codes.includes(closeCodes.tooSlow.code) && codes.length < 5) {
      await using slow = await openRaw();
      slow.stopReading();
      await publish(flood.packets, flood.packets);
      slow.resumeReading();
      codes.push(await slow.closed);
    }
    expect(codes).toContain(closeCodes.tooSlow.code);
  });

  test("delays no other client: they get everything, in order", async () => {
    await using slow = await openRaw();
    const { stream: quick } = await openReadyStream(server, person);
    slow.stopReading();
    await publish(flood.packets, 40);
    expect(numbersIn(await quick.takeNew())).toEqual(countTo(flood.packets));
    await expectPart(slow);
    quick.close();
  });

  test("gets everything if the limit was not exceeded", async () => {
    await using slow = await openRaw();
    slow.stopReading();
    await publish(500, 10);
    server.tick();
    slow.resumeReading();
    slow.sendText('{"type":"Ping","data":1}');
    await until(() => slow.received.at(-1)?.type === "Pong");
    expect(numbersIn(slow.received)).toEqual(countTo(500));
  });

  test("may take its time for a Ready that exceeds the limit", async () => {
    const reader = await newUser(server);
    const value = "x".repeat(12_000_000);
    const setting = { user_id: reader.id, key: "large", written_at: 1, value };
    await server.running.store.write((tx) => writeSettings(tx, [setting]));
    await using slow = await openRawStream(server, `/ws?token=${reader.token}`);
    slow.stopReading();
    await until(() => server.isConnected(reader.id));
    await server.running.bus.publish({ name: "After", payload: {}, topics: [topic.private(reader.id)] });
    server.tick();
    slow.resumeReading();
    await until(() => slow.received.length === 3);
    expect(slow.received.map(({ type }) => type)).toEqual(["Authenticated", "Ready", "After"]);
    expect(slow.received[1]?.user_settings.large[1]).toHaveLength(value.length);
    slow.sendText('{"type":"Ping","data":1}');
    await until(() => slow.received.at(-1)?.type === "Pong");
  });
});

describe("clients that read too slowly, all together", () => {
  const budget = 30_000_000;

  /** Connections of different users, which do not read. */
  async function openSlow(server: TestServer, count: number) {
    const slow: { person: Person; stream: RawStream }[] = [];
    for (let opened = 0; opened < count; opened++) {
      const person = await newUser(server);
      const stream = await openRawStream(server, `/ws?token=${person.token}`);
      await until(() => stream.received.some(({ type }) => type === "Ready"));
      stream.stopReading();
      slow.push({ person, stream });
    }
    return slow;
  }

  const isConnected = (server: TestServer, { id }: Person) => server.isConnected(id);

  test("are closed when their queues exceed the budget, the largest first, and the others get everything", async () => {
    const events = { send_queue_bytes: 100_000_000, total_queue_bytes: budget, offline_grace_ms: 0 };
    await using server = await openServer("sqlite", { config: { events } });
    // Together more than the budget, however much the system buffers; without the largest less than the budget.
    const megabytes = [7, 8, 9, 40];
    const slow = await openSlow(server, megabytes.length);
    const publish = (number: number, count: number) => {
      const id = slow[number]?.person.id ?? "";
      const payload = { pad: "x".repeat(1_000_000) };
      for (let sent = 0; sent < count; sent++)
        void server.running.bus.publish({ name: "Large", payload, topics: [topic.private(id)] });
    };
    for (const [number, count] of megabytes.entries()) publish(number, count);
    await until(() => {
      server.tick();
      return !isConnected(server, slow[3]?.person as Person);
    });
    expect(slow.map(({ person }) => isConnected(server, person))).toEqual([true, true, true, false]);
    for (const [number, { stream }] of slow.entries()) {
      stream.resumeReading();
      if (number === 3) expect([closeCodes.tooSlow.code, closedWithoutWord]).toContain(await stream.closed);
      else
        await until(
          () => stream.received.filter(({ type }) => type === "Large").length === megabytes[number],
        );
      await stream[Symbol.asyncDispose]();
    }
  });
});
