import { Database as Handle } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { password } from "../support/accounts/people.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import type { ApiResponse } from "../support/http/client.ts";
import { freePorts } from "../support/processes/free-ports.ts";
import { environmentOf, launcherFile, mainFile } from "../support/processes/program.ts";
import { type ServerProcess, startProcess } from "../support/processes/server-process.ts";
import { openServiceManager } from "../support/processes/service-manager.ts";
import { usually } from "../support/run/is-thorough.ts";
import { amount, anyEngine } from "../support/run/thorough.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { type Engine, engines, newHome, type TestHome } from "../support/server/engines.ts";

setDefaultTimeout(60_000);

/** So long that a test that waits for it times out. */
const endlessGrace = { ERMINE_HTTP_SHUTDOWN_GRACE_MS: "600000" };
/** Makes a login take long enough to be interrupted. */
const slowLogin = { ...endlessGrace, ERMINE_PASSWORDS_MEMORY_KIB: "65536", ERMINE_PASSWORDS_PASSES: "2" };

async function openHome(engine: Engine, create = newMigratedHome) {
  const home = await create(engine);
  return { ...home, [Symbol.dispose]: home.remove };
}

/** What the process was started with, which Bun reads; the process itself cannot change it. */
const threadsOf = ({ pid }: ServerProcess) =>
  readFileSync(`/proc/${pid}/environ`, "utf8")
    .split("\0")
    .filter((line) => line.startsWith("UV_"));

/** `begun` resolves while the login is under way. */
function beginLogin({ client, url }: ServerProcess) {
  const login = { email: "ann@example.com", password };
  const [begun, response] = [Promise.withResolvers<void>(), Promise.withResolvers<ApiResponse | Error>()];
  const run = async () => {
    await client.post("/auth/account/create", login);
    client.post("/auth/session/login", login).then(response.resolve, response.resolve);
    await fetch(`${url}/health`);
  };
  run().then(begun.resolve, begun.reject);
  return { begun: begun.promise, response: response.promise };
}

describe.each(usually(engines))("the process on %s", (engine) => {
  test("starts without data, prints its URLs, creates a data directory that only its user can read, and has the threads that Bun's pool needs", async () => {
    using home = await openHome(engine, newHome);
    const dataDir = join(home.dataDir, "made", "when-missing");
    const fresh: TestHome = { ...home, dataDir };
    await using server = await startProcess(fresh);
    expect(server.stderr()).toMatch(
      /^Ermine is ready\.\n {2}Web +http:\/\/localhost:(\d+)\n {2}API +http:\/\/localhost:\1\/api\n {2}Events +ws:\/\/localhost:\1\/ws\n {2}Docs +http:\/\/localhost:\1\/api\/swagger\n {2}Voice +off: .*\n$/,
    );
    expect((await server.client.get("/")).status).toBe(200);
    expect(readdirSync(dataDir)).toContain("secrets.json");
    expect(readdirSync(dataDir).includes("ermine.db")).toBe(engine === "sqlite");
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(threadsOf(server)).toEqual(["UV_THREADPOOL_SIZE=8"]);
  });

  // What a signal does depends on the engine; which signals do it does not.
  test.each(anyEngine.includes(engine) ? (["SIGTERM", "SIGINT", "SIGHUP"] as const) : (["SIGTERM"] as const))(
    "exits with 0 on %s despite idle connections",
    async (signal) => {
      using home = await openHome(engine);
      await using server = await startProcess(home, endlessGrace);
      const idle = await Bun.connect({
        hostname: "127.0.0.1",
        port: Number(new URL(server.url).port),
        socket: { data() {} },
      });
      await server.client.get("/");
      server.kill(signal);
      expect(await server.exited).toBe(0);
      expect(server.stderr()).toMatch(/Voice .*\n$/);
      idle.end();
      await expect(fetch(server.url)).rejects.toThrow();
    },
  );
});

describe.each([...anyEngine])("the process on %s", (engine) => {
  test("finishes the current request before it exits", async () => {
    using home = await openHome(engine);
    await using server = await startProcess(home, slowLogin);
    const login = beginLogin(server);
    await login.begun;
    server.kill("SIGTERM");
    expect(await login.response).toMatchObject({ status: 200, body: { result: "Success" } });
    expect(await server.exited).toBe(0);
  });
});

describe("the process", () => {
  test("answers what it has accepted when it is stopped as soon as its port is open", async () => {
    using home = await openHome("sqlite");
    const [port = 0] = freePorts(1);
    const child = Bun.spawn([process.execPath, mainFile, "serve"], {
      env: environmentOf(home, { ERMINE_PORT: String(port), ...endlessGrace }),
      stdio: ["ignore", "ignore", "ignore"],
    });
    const answer = Promise.withResolvers<string>();
    const socket = {
      data: (_: unknown, bytes: Buffer) => answer.resolve(bytes.toString()),
      close: () => answer.resolve("closed"),
    };
    const connect = () => Bun.connect({ hostname: "127.0.0.1", port, socket }).catch(() => undefined);
    let client = await connect();
    for (; !client; client = await connect()) await Bun.sleep(1);
    child.kill("SIGTERM");
    client.write("POST /api/auth/session/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
    expect(await answer.promise).toStartWith("HTTP/1.1 400");
    expect(await child.exited).toBe(0);
  });

  test("exits at once on a second signal", async () => {
    using home = await openHome("sqlite");
    // It must not end before both signals are there.
    await using server = await startProcess(home, { ...slowLogin, ERMINE_PASSWORDS_PASSES: "5" });
    const login = beginLogin(server);
    await login.begun;
    server.kill("SIGTERM");
    server.kill("SIGINT");
    expect(await server.exited).toBe(1);
    expect(await login.response).toBeInstanceOf(Error);
  });

  test.each(usually(["kill", "killGroup"]))(
    "shuts down gracefully when its launcher gets a signal by %s",
    async (kill) => {
      using home = await openHome("sqlite");
      await using server = await startProcess(home, slowLogin, launcherFile);
      const login = beginLogin(server);
      await login.begun;
      server[kill]("SIGTERM");
      expect(await login.response).toMatchObject({ status: 200, body: { result: "Success" } });
      expect(await server.exited).toBe(0);
    },
  );

  thoroughTest("shuts down gracefully when its launcher is killed", async () => {
    using home = await openHome("sqlite");
    await using server = await startProcess(home, slowLogin, launcherFile);
    const login = beginLogin(server);
    await login.begun;
    server.kill("SIGKILL");
    expect(await login.response).toMatchObject({ status: 200, body: { result: "Success" } });
    // The process that the test started is the launcher; its output ends when the server ends too.
    expect(await server.exited).toBe(null);
  });

  test("notifies systemd when it is ready and when it stops, and keeps the threads that it is given", async () => {
    using home = await openHome("sqlite");
    await using manager = await openServiceManager(home);
    await using server = await startProcess(home, { ...manager.variables, UV_THREADPOOL_SIZE: "3" });
    expect(await manager.next()).toBe("READY=1");
    expect(threadsOf(server)).toEqual(["UV_THREADPOOL_SIZE=3"]);
    server.kill("SIGTERM");
    expect(await manager.next()).toBe("STOPPING=1");
    expect(await server.exited).toBe(0);
  });

  test("shuts down without waiting for a mail server that never answers", async () => {
    using home = await openHome("sqlite");
    const connected = Promise.withResolvers<void>();
    const silent = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { open: () => connected.resolve(), data() {} },
    });
    await using server = await startProcess(home, {
      ERMINE_SMTP_HOST: "127.0.0.1",
      ERMINE_SMTP_PORT: String(silent.port),
      ERMINE_SMTP_TLS: "none",
      ERMINE_HTTP_SHUTDOWN_GRACE_MS: "500",
    });
    const account = { email: "ann@example.com", password };
    expect((await server.client.post("/auth/account/create", account)).status).toBe(204);
    await connected.promise;
    server.kill("SIGTERM");
    expect(await server.exited).toBe(0);
    silent.stop(true);
  });
});

const rounds = amount(3, 6);
const parallel = 30;

/**
 * Registers accounts, many at once, until the process no longer responds, since it is killed after some responses.
 * Returns the acknowledged emails.
 */
async function registerUntilKilled(
  server: ServerProcess,
  round: number,
  responsesBeforeKill: number,
): Promise<string[]> {
  const registered: string[] = [];
  const statuses = new Set<number>();
  let sent = 0;
  const registerMany = async () => {
    for (;;) {
      const email = `person${++sent}@round${round}.example`;
      const { status } = await server.client.post("/auth/account/create", { email, password });
      statuses.add(status);
      if (registered.push(email) === responsesBeforeKill) server.kill("SIGKILL");
    }
  };
  // A registration without a response may have succeeded or not; both are correct.
  await Promise.all(Array.from({ length: parallel }, () => registerMany().catch(() => {})));
  await server.exited;
  expect([...statuses]).toEqual([204]);
  return registered;
}

thoroughTest("acknowledged registrations survive repeated kill -9", async () => {
  const home = await newHome("sqlite");
  try {
    const emails: string[] = [];
    for (let round = 0; round <= rounds; round++) {
      await using server = await startProcess(home, { ERMINE_LOG_LEVEL: "error" });
      const logins = emails.map((email) => server.client.post("/auth/session/login", { email, password }));
      for (const { body } of await Promise.all(logins)) expect(body).toMatchObject({ result: "Success" });
      if (round === rounds) break;
      emails.push(...(await registerUntilKilled(server, round, 1 + round * 15)));
    }
    using database = new Handle(join(home.dataDir, "ermine.db"));
    expect(database.query("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    expect(database.query("pragma foreign_key_check").all()).toEqual([]);
  } finally {
    home.remove();
  }
});
