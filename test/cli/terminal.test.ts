import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { environmentOf, mainFile, runErmine } from "../support/processes/program.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { hasTerminal, startOnTerminal } from "../support/processes/terminal.ts";
import { newHome } from "../support/server/engines.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);

if (!hasTerminal) console.log("skipped: output on a terminal, as `script` is not on this machine");

async function openHome() {
  const home = await newHome("sqlite");
  return { ...home, [Symbol.dispose]: home.remove };
}

const lineOf = (sentence: string) => new RegExp(`^\\d\\d:\\d\\d:\\d\\d \\w+ +${sentence}`, "m");
const program = [process.execPath, mainFile];

describe.if(hasTerminal)("on a terminal", () => {
  /** Starts a server, makes one request, stops it with Ctrl+C, and returns what was to be seen. */
  async function watchServer(more: Record<string, string> = {}): Promise<string> {
    using home = await openHome();
    const env = environmentOf(home, { ERMINE_PORT: "0", ...more });
    await using terminal = startOnTerminal([...program, "serve"], env);
    await until(() => terminal.output().includes("Ermine is ready."));
    const port = terminal.output().match(/API +http:\/\/localhost:(\d+)\/api/)?.[1];
    expect((await fetch(`http://127.0.0.1:${port}/api/`)).status).toBe(200);
    terminal.type("\x03");
    expect(await terminal.exited).toBe(0);
    // The terminal shows the key, too.
    return terminal.output().replace("^C", "");
  }

  test("the log has lines for people, no requests, and a last word", async () => {
    const output = await watchServer();
    expect(output).toMatch(lineOf("started {2}config="));
    expect(output).toMatch(lineOf("stopping: "));
    expect(output).toMatch(lineOf("stopped\\n$"));
    expect(output).not.toMatch(lineOf("request"));
    expect(output).not.toContain('{"level"');
  });

  test("requests are there on demand", async () => {
    const output = await watchServer({ ERMINE_LOG_REQUESTS: "always" });
    expect(output).toMatch(lineOf("request {2}.*method=GET {2}route=/ {2}status=200"));
  });

  test("JSON is there on demand", async () => {
    const output = await watchServer({ ERMINE_LOG_FORMAT: "json" });
    expect(output).toMatch(/^\{"level":30,.*"method":"GET".*"msg":"request"\}$/m);
    expect(output).toMatch(/^\{"level":30,.*"msg":"stopped"\}$/m);
  });

  test("admin create shows a QR code of the second factor, and elsewhere it does not", async () => {
    using home = await openHome();
    await runErmine(home, ["migrate", "--create"]);
    const create = (email: string) => ["admin", "create", email];
    await using terminal = startOnTerminal([...program, ...create("ann@example.com")], environmentOf(home));
    expect(await terminal.exited).toBe(0);
    expect(terminal.output()).toMatch(
      /totp_uri.*Scan this with an authenticator app.*(?:[▀▄█ ]{30,}\n){10,}/s,
    );
    const { stdout, stderr } = await runErmine(home, create("bob@example.com"));
    expect(stdout).toContain("totp_uri");
    expect(stdout + stderr).not.toMatch(/[▀▄█]/);
  });
});

describe("in a pipe", () => {
  test("the log is JSON, with requests, and has a last line", async () => {
    const home = await newHome("sqlite");
    await using server = await startProcess(home);
    await server.client.get("/");
    server.kill("SIGTERM");
    expect(await server.exited).toBe(0);
    const lines = server.stdout().trimEnd().split("\n");
    const messages = lines.map((line) => JSON.parse(line).msg);
    expect(messages).toContain("request");
    expect(messages.slice(-2)).toEqual([expect.stringContaining("stopping"), "stopped"]);
    home.remove();
  });

  test("text is there on demand", async () => {
    const home = await newHome("sqlite");
    await using server = await startProcess(home, { ERMINE_LOG_FORMAT: "text" });
    await until(() => lineOf("started").test(server.stdout()));
    expect(server.stdout()).not.toContain("{");
    home.remove();
  });
});
