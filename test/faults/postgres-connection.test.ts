import { describe, expect, setDefaultTimeout, test } from "bun:test";
import pino from "pino";
import { type Log, logOptions } from "../../src/platform/log/log.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { type ApiResponse, createClient } from "../support/http/client.ts";
import { expectFailure } from "../support/http/expect-failure.ts";
import { allowLoggedErrors, databaseErrors } from "../support/log/test-log.ts";
import {
  openPostgresProxy,
  type PostgresProxy,
  type ProxiedConnection,
} from "../support/postgres/postgres-proxy.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { engines } from "../support/server/engines.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { openReadyStream, openStream, type Packet } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

/** By default short, so that the tests do not wait long, and longer than a query takes on a busy machine. */
async function openBehindProxy(query_timeout_ms = 2_000, log?: Log) {
  const home = await newMigratedHome("postgres");
  const proxy = await openPostgresProxy(home.databaseUrl);
  const server = await openServer("postgres", {
    home: { ...home, databaseUrl: proxy.url },
    config: { database: { query_timeout_ms } },
    ...(log && { log, nodes: 1 }),
  });
  return {
    proxy,
    server,
    async [Symbol.asyncDispose]() {
      await server.stop();
      proxy[Symbol.dispose]();
      home.remove();
    },
  };
}

const rename = ({ client }: TestServer, person: Person, display_name: string) =>
  client.patch("/users/@me", { display_name }, person);

const displayNameOf = async ({ client }: TestServer, person: Person) =>
  (await client.get("/users/@me", person)).body.display_name;

const namesIn = (packets: readonly Packet[]) =>
  packets.filter(({ type }) => type === "UserUpdate").map(({ data }) => data.display_name);

/** Acts on the connection that sends the next commit after these bytes, before the commit is passed on. */
function atCommitAfter(proxy: PostgresProxy, marker: string, act: (connection: ProxiedConnection) => void) {
  const reached = Promise.withResolvers<ProxiedConnection>();
  let marked: ProxiedConnection | undefined;
  proxy.onBytes = (connection, direction, bytes) => {
    if (direction !== "up") return;
    if (bytes.includes(marker)) marked = connection;
    if (connection !== marked || !connection.isCommit(bytes)) return;
    proxy.onBytes = () => {};
    act(connection);
    reached.resolve(connection);
  };
  return reached.promise;
}

function expectUnavailable(response: ApiResponse): void {
  expectFailure(response, 503, "DatabaseError", { operation: "query", collection: "database" });
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
}

describe.if(engines.includes("postgres"))("a connection to PostgreSQL", () => {
  test("that dies without a reset fails its own request, and no other", async () => {
    allowLoggedErrors(...databaseErrors);
    await using opened = await openBehindProxy();
    const { proxy, server } = opened;
    const [ann, bob] = [await newUser(server, "Ann"), await newUser(server, "Bob")];
    const dead = Promise.withResolvers<void>();
    proxy.onBytes = (connection, direction, bytes) => {
      if (direction !== "up" || !bytes.includes("into the void")) return;
      proxy.onBytes = () => {};
      connection.set("up", "swallow");
      connection.set("down", "swallow");
      dead.resolve();
    };
    const lost = rename(server, ann, "into the void");
    await dead.promise;
    for (let round = 0; round < 5; round++)
      expect((await rename(server, bob, `Bob ${round}`)).status).toBe(200);
    expectUnavailable(await lost);
    expect((await rename(server, ann, "Ann again")).status).toBe(200);
    expect(await displayNameOf(server, ann)).toBe("Ann again");
  });

  test("that dies before its commit arrives rolls the change back, and delays no other write for good", async () => {
    allowLoggedErrors(...databaseErrors);
    await using opened = await openBehindProxy();
    const { proxy, server } = opened;
    const [ann, bob] = [await newUser(server, "Ann"), await newUser(server, "Bob")];
    const { stream } = await openReadyStream(server, ann);
    const reached = atCommitAfter(proxy, "never stored", (connection) => {
      connection.set("up", "swallow");
      connection.set("down", "swallow");
    });
    const lost = rename(server, ann, "never stored");
    await reached;
    expect((await rename(server, bob, "Bobby")).status).toBe(200);
    expectUnavailable(await lost);
    expect((await rename(server, ann, "stored")).status).toBe(200);
    expect(namesIn(await stream.takeNew())).toEqual(["stored"]);
    stream.close();
  });

  test("whose response to a commit is lost: the write succeeds, and its event comes once", async () => {
    await using opened = await openBehindProxy();
    const { proxy, server } = opened;
    const ann = await newUser(server, "Ann");
    const { stream } = await openReadyStream(server, ann);
    void atCommitAfter(proxy, "stored after all", (connection) => connection.set("down", "swallow"));
    expect((await rename(server, ann, "stored after all")).status).toBe(200);
    expect(await displayNameOf(server, ann)).toBe("stored after all");
    expect(namesIn(await stream.takeNew())).toEqual(["stored after all"]);
    // A write without events.
    void atCommitAfter(proxy, "friendly", (connection) => connection.set("down", "swallow"));
    const session = `/auth/session/${ann.sessionId}`;
    const renamed = await server.client.patch(session, { friendly_name: "friendly" }, ann);
    expect(renamed).toMatchObject({ status: 200, body: { name: "friendly" } });
    stream.close();
  });

  thoroughTest(
    "whose commit stays unknown closes the streams with 1012, and Ready has the change",
    async () => {
      allowLoggedErrors(...databaseErrors);
      await using opened = await openBehindProxy();
      const { proxy, server } = opened;
      const ann = await newUser(server, "Ann");
      const { stream } = await openReadyStream(server, ann);
      void atCommitAfter(proxy, "unknown for long", (connection) => {
        connection.set("down", "swallow");
        // After the commit has passed, the whole host is lost.
        setImmediate(() => proxy.setAll("swallow"));
      });
      expectUnavailable(await rename(server, ann, "unknown for long"));
      expect(await stream.closed).toMatchObject({ code: 1012 });
      proxy.setAll("pass");
      let ready: Packet | undefined;
      await until(async () => {
        await using again = await openStream(server, ann);
        ready = await again.next("Ready").catch(() => undefined);
        return ready;
      });
      expect(ready?.users).toMatchObject([{ _id: ann.id, display_name: "unknown for long" }]);
    },
  );

  thoroughTest(
    "to a host that is lost, absent or refuses: 503 everywhere, and the server recovers",
    async () => {
      allowLoggedErrors(...databaseErrors);
      await using opened = await openBehindProxy();
      const { proxy, server } = opened;
      const ann = await newUser(server, "Ann");
      const health = createClient(server.url);
      const expectAbsent = async () => {
        // More than there are connections, so that some wait for one.
        const reads = Array.from({ length: 15 }, () => server.client.get("/users/@me", ann));
        const writes = Array.from({ length: 15 }, () => rename(server, ann, "nobody"));
        // The page may show for a second what it found before.
        const unready = until(async () => (await health.get("/ready")).status !== 200);
        for (const response of await Promise.all([...reads, ...writes])) expectUnavailable(response);
        await unready;
        // For the database or, once it is gone for long, for the log of events.
        expect((await health.get("/ready")).status).toBe(503);
        expect((await health.get("/health")).status).toBe(200);
      };
      const expectRecovery = async (name: string) => {
        await until(async () => (await health.get("/ready")).status === 200);
        expect((await rename(server, ann, name)).status).toBe(200);
        expect(await displayNameOf(server, ann)).toBe(name);
      };
      proxy.setAll("swallow");
      await expectAbsent();
      proxy.setAll("pass");
      await expectRecovery("after the loss");
      for (const connection of proxy.connections) connection.cut();
      proxy.onConnection = (connection) => connection.cut();
      await expectAbsent();
      proxy.setAll("pass");
      await expectRecovery("after the cuts");
      proxy[Symbol.dispose]();
      await expectAbsent();
    },
  );

  thoroughTest(
    "to a host that is unreachable for long is logged as one outage and a count, not once for each request",
    async () => {
      allowLoggedErrors(...databaseErrors);
      const lines: { level: number; msg: string; err?: object; errors?: number }[] = [];
      const log = pino(logOptions("info"), { write: (line) => lines.push(JSON.parse(line)) });
      await using opened = await openBehindProxy(2_000, log);
      const { proxy, server } = opened;
      const ann = await newUser(server, "Ann");
      const health = createClient(server.url);
      for (const connection of proxy.connections) connection.cut();
      proxy.onConnection = (connection) => connection.cut();
      const refused = 60;
      for (let round = 0; round < refused / 20; round++) {
        await Promise.all(
          Array.from({ length: 20 }, async () => expectUnavailable(await rename(server, ann, "x"))),
        );
        await until(async () => (await health.get("/ready")).status === 503);
        await Bun.sleep(1_000);
      }
      proxy.onConnection = () => {};
      const findEnd = () => lines.find(({ msg }) => msg.startsWith("the database responds again"));
      await until(findEnd);
      const errors = lines.filter(({ level, err }) => level >= 50 || err);
      expect(errors.map(({ msg }) => msg)).toEqual([
        expect.any(String),
        "the database does not respond; until it does, its errors are only counted",
      ]);
      expect(errors.filter(({ err }) => err)).toHaveLength(1);
      expect(findEnd()?.errors).toBeGreaterThanOrEqual(refused - 1);
      expect((await rename(server, ann, "Ann again")).status).toBe(200);
    },
  );

  test("that is slow to confirm a commit holds Ready back, so that no event comes twice", async () => {
    await using opened = await openBehindProxy(60_000);
    const { proxy, server } = opened;
    const [ann, bob] = [await newUser(server, "Ann"), await newUser(server, "Bob")];
    const committing = atCommitAfter(proxy, "once", (connection) => connection.set("down", "hold"));
    const renamed = rename(server, ann, "once");
    const held = await committing;
    // Committed, as a read shows, and not yet confirmed.
    await until(async () => (await displayNameOf(server, ann)) === "once");
    await using stream = await openStream(server, ann);
    // A stream that did not wait would have its Ready long before these reads end.
    for (let reads = 0; reads < 50; reads++) await displayNameOf(server, bob);
    held.set("down", "pass");
    expect((await renamed).status).toBe(200);
    const ready = await stream.next("Ready");
    expect(ready.users).toMatchObject([{ _id: ann.id, display_name: "once" }]);
    expect(namesIn(await stream.takeNew())).toEqual([]);
  });
});
