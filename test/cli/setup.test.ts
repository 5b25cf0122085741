import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { machineAddresses } from "../../src/platform/network/client-network.ts";
import { newCompletion } from "../support/operators/setup.ts";
import { freePorts } from "../support/processes/free-ports.ts";
import { environmentOf, mainFile, runErmine } from "../support/processes/program.ts";
import { type ServerProcess, startProcess } from "../support/processes/server-process.ts";
import { hasTerminal, startOnTerminal } from "../support/processes/terminal.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { newHome } from "../support/server/engines.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);

const withClient = { ERMINE_WEB_ENABLED: "true" };

async function openHome() {
  const home = await newHome("sqlite");
  return { ...home, [Symbol.dispose]: home.remove };
}

describe("the setup link", () => {
  test("leads to a server that restarts with the new keys, in the same process", async () => {
    using home = await openHome();
    const [port = 0] = freePorts(1);
    await using server = await startProcess(home, { ERMINE_PORT: String(port) });
    const variables = { ...withClient, ERMINE_PORT: String(port) };
    const { stdout } = await runErmine(home, ["setup", "link", "--json"], variables);
    const [{ link }] = JSON.parse(stdout);
    expect(link).toStartWith(`http://localhost:${port}/setup#`);
    const headers = { "x-setup-token": new URL(link).hash.slice(1) };
    const state = await server.client.get("/auth/setup", { headers });
    expect(state.body).toMatchObject({ writes: true, restarts: true, fixed: { "voice.mode": "off" } });
    const { status, body } = await server.client.post("/auth/setup/complete", newCompletion(), { headers });
    expect({ status, ...body }).toMatchObject({ status: 200, written: true, restarts: true });
    await until(async () => {
      const root = await server.client.get("/").catch(() => undefined);
      return root?.body.features?.community?.server === body.server;
    });
    expect(server.stdout()).toContain("restarting with the keys of the setup page");
    server.kill("SIGTERM");
    expect(await server.exited).toBe(0);
    const again = await runErmine(home, ["setup", "link"], variables);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("there is an operator already") });
  });

  test("survives a server that is killed half-way, and makes everything once", async () => {
    using home = await openHome();
    const { stdout } = await runErmine(home, ["migrate", "--create"]).then(() =>
      runErmine(home, ["setup", "link", "--json"], withClient),
    );
    const headers = { "x-setup-token": new URL(JSON.parse(stdout)[0].link).hash.slice(1) };
    const made = () => {
      using db = new Database(join(home.dataDir, "ermine.db"));
      return ["accounts", "users", "servers", "members"].map(
        (table) => db.query<{ n: number }, []>(`select count(*) n from ${table}`).get()?.n,
      );
    };
    const complete = (server: ServerProcess) =>
      server.client.post("/auth/setup/complete", newCompletion(), { headers });
    // Kills it after its keys were stored: before the transaction of the rest, in it, or after it.
    const kill = async () => {
      await using server = await startProcess(home);
      const answer = complete(server).catch(() => undefined);
      await until(() => existsSync(join(home.dataDir, "setup.toml")));
      server.kill("SIGKILL");
      await Promise.all([server.exited, answer]);
      return made();
    };
    const left = await kill();
    // It restarts at the end, so its port has to stay.
    const [port = 0] = freePorts(1);
    await using again = await startProcess(home, { ERMINE_PORT: String(port) });
    const [first, second] = await Promise.all([complete(again), complete(again)]);
    if (left[0] === 0) {
      expect(left).toEqual([0, 0, 0, 0]);
      expect([first.status, second.status].toSorted()).toEqual([200, 404]);
    } else expect([first.status, second.status]).toEqual([404, 404]);
    await until(async () => (await complete(again).catch(() => undefined))?.status === 404);
    expect(made()).toEqual([1, 1, 1, 1]);
  });

  thoroughTest("is not printed into a pipe, which gets a code for the page instead", async () => {
    using home = await openHome();
    const hint = /^This server has no operator yet\. Enter the code ([a-z\d-]{23}) within an hour at (\S+)/m;
    const codes: string[] = [];
    // A restart, such as that of a container, does not end a setup in progress.
    for (const _ of [1, 2]) {
      await using server = await startProcess(home, { ...withClient, ERMINE_HOST: "0.0.0.0" });
      await until(() => hint.test(server.stderr()));
      const [, code = "", page = ""] = hint.exec(server.stderr()) ?? [];
      codes.push(code);
      const [address = "localhost"] = machineAddresses();
      expect(page).toBe(`http://${address}:${new URL(server.url).port}/setup`);
      expect(server.stderr() + server.stdout()).not.toContain("/setup#");
      const headers = { "x-setup-token": code };
      expect((await server.client.get("/auth/setup", { headers })).status).toBe(200);
    }
    expect(codes[1]).toBe(codes[0] ?? "");
    await runErmine(home, ["admin", "create", "boss@example.com"]);
    await using server = await startProcess(home, withClient);
    await until(() => server.stderr().includes("Ermine is ready"));
    expect(server.stderr()).not.toContain("Nobody is an operator");
  });

  test.if(hasTerminal)("is one line on a terminal, until there is an operator", async () => {
    using home = await openHome();
    const line =
      /^Set up your server within an hour \(works once\): http:\/\/localhost:\d+\/setup#[a-z\d-]{23}$/m;
    const watch = async (last: RegExp) => {
      const env = environmentOf(home, { ERMINE_PORT: "0", ...withClient });
      await using terminal = startOnTerminal([process.execPath, mainFile, "serve"], env);
      await until(() => last.test(terminal.output()));
      terminal.type("\x03");
      expect(await terminal.exited).toBe(0);
      return terminal.output();
    };
    expect(await watch(line)).toMatch(line);
    await runErmine(home, ["admin", "create", "boss@example.com"]);
    expect(await watch(/Ermine is ready/)).not.toContain("/setup#");
  });

  test("is refused where the web client is off", async () => {
    using home = await openHome();
    await runErmine(home, ["migrate", "--create"]);
    const { code, stderr } = await runErmine(home, ["setup", "link"]);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("admin create") });
  });
});
