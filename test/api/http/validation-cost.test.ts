import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ApiError } from "../../../src/declare/error.ts";
import { routes } from "../../../src/domains/index.ts";
import { readClientMessage } from "../../../src/gateway/client-message.ts";
import { createMsgpackCodec, jsonCodec } from "../../../src/gateway/codec.ts";
import { inputDecoder } from "../../../src/http/schema-decoder.ts";
import { parseJson } from "../../../src/input/parse-json.ts";
import { rawLimitOf } from "../../../src/protocol/schema.ts";
import { newUser } from "../../support/accounts/people.ts";
import { newMigratedHome } from "../../support/database/migrated-home.ts";
import { hostileBodies, shapelessBodies } from "../../support/hostile/hostile-bodies.ts";
import { type HostileWorld, hostileCalls } from "../../support/hostile/hostile-calls.ts";
import { type ServerProcess, startProcess } from "../../support/processes/server-process.ts";
import { leastCpu } from "../../support/processes/thread-cpu.ts";
import { isThorough } from "../../support/run/is-thorough.ts";
import type { TestHome } from "../../support/server/engines.ts";
import { newWebhook } from "../../support/webhooks/webhooks.ts";

/** Milliseconds of CPU for which the event loop may be blocked. */
const limit = 50;

const withBody = routes.filter(({ body }) => body !== undefined);
const decoded = withBody.flatMap(({ id, body }, index) =>
  body && rawLimitOf(body) === undefined ? [{ id, index, body }] : [],
);

describe.skipIf(process.platform !== "linux")("hostile input costs less than 50 ms of CPU", () => {
  /** All routes parse alike, so that each gets some of the bodies. */
  const isChosen = (index: number) => (number: number) => isThorough || number % 10 === index % 10;
  const shapelessFor = (index: number) =>
    Object.values(shapelessBodies).filter((_, number) => isChosen(index)(number));

  test.each(decoded)("to decode the body of $id", async ({ index, body }) => {
    const decode = inputDecoder(body);
    for (const text of [...shapelessFor(index), ...hostileBodies(body, isChosen(index))]) {
      const cost = await leastCpu(process.pid, limit, () => {
        try {
          decode(parseJson(text));
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        }
      });
      expect(cost, text.slice(0, 80)).toBeLessThan(limit);
    }
  });

  test("to decode a frame of the stream", async () => {
    const msgpack = createMsgpackCodec([]);
    const frames = [
      ...Object.values(shapelessBodies).map((text) => () => jsonCodec.decode(text.slice(0, 65_536))),
      ...[0x91, 0x81, 0xdc, 0xa1, 0xc4, 0xdf].map(
        (byte) => () => msgpack.decode(new Uint8Array(65_536).fill(byte)),
      ),
    ];
    for (const decode of frames)
      expect(await leastCpu(process.pid, limit, () => readClientMessage(decode()))).toBeLessThan(limit);
  });

  describe("over HTTP", () => {
    let home: TestHome;
    let server: ServerProcess;
    let world: HostileWorld;

    beforeAll(async () => {
      home = await newMigratedHome("sqlite");
      const cheapHashes = { ERMINE_PASSWORDS_MEMORY_KIB: "64", ERMINE_PASSWORDS_PASSES: "1" };
      // As outside of the tests, which do without compilers because most processes end before they pay off.
      const compiler = { BUN_JSC_useBaselineJIT: "1", BUN_JSC_useFTLJIT: "1", BUN_JSC_useConcurrentJIT: "1" };
      server = await startProcess(home, { ...cheapHashes, ...compiler, ERMINE_LOG_REQUESTS: "never" });
      const { client } = server;
      const person = await newUser(server);
      const { body } = await client.post("/servers/create", { name: "Place" }, person);
      const channel: string = body.channels[0]._id;
      const webhook = await newWebhook(server, person, { channel });
      world = { url: server.url, person, community: body.server._id, channel, webhook };
    });
    afterAll(async () => {
      await server[Symbol.asyncDispose]();
      home.remove();
    });

    async function expectCheap(call: () => Promise<Response>): Promise<void> {
      const cost = await leastCpu(server.pid, limit, async () => {
        const response = await call();
        await response.arrayBuffer();
        expect(response.status).toBeLessThan(500);
        // A body that is too large would not be judged at all.
        expect(response.status).not.toBe(413);
      });
      expect(cost).toBeLessThan(limit);
    }

    test("for every route with a body", async () => {
      const bodies = [
        "as many keys as are parsed",
        "as many nested lists as are parsed",
        "a text of \\u0041",
      ];
      for (const [index, { method, path }] of withBody.entries()) {
        const headers = { "x-session-token": world.person.token };
        const url = `${server.url}/api${path.replace(/:\w+/g, "x")}`;
        // All routes parse alike, so that each gets one of them.
        for (const name of isThorough ? bodies : bodies.slice(index % bodies.length).slice(0, 1))
          await expectCheap(() => fetch(url, { method, headers, body: shapelessBodies[name] ?? "" }));
      }
    }, 60_000);

    test.each(Object.entries(hostileCalls))("for %s", async (_, call) => {
      await expectCheap(() => call(world));
    });
  });
});
