import { afterAll, beforeAll, describe } from "bun:test";
import type { Engine } from "./engines.ts";
import { openServer, type TestServer, type TestServerOptions } from "./server.ts";

type Define = (server: TestServer, engine: Engine) => void;

/**
 * Describes tests that share one server, once for each of the engines. The server is open while the tests run, not yet
 * while they are defined.
 */
export function describeServer(
  name: string,
  engines: readonly Engine[],
  ...args: [define: Define] | [options: TestServerOptions, define: Define]
): void {
  const [options, define] = args.length === 1 ? [{}, args[0]] : args;
  describe.each([...engines])(`${name} on %s`, (engine) => {
    const server = {} as TestServer;
    beforeAll(async () => {
      Object.assign(server, await openServer(engine, options));
    });
    define(server, engine);
    // After the hooks of the tests, which may use the server.
    afterAll(() => server[Symbol.asyncDispose]());
  });
}
