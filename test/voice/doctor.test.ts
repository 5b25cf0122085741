import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  setDefaultTimeout,
  setSystemTime,
  test,
} from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { examineNode, judgeCall } from "../../src/platform/voice/livekit/doctor.ts";
import { createLiveKitNode, type LiveKitOptions } from "../../src/platform/voice/livekit/livekit.ts";
import { ownKey } from "../../src/platform/voice/livekit/livekit-config.ts";
import { allowLoggedErrors } from "../support/log/test-log.ts";
import { runErmine, startErmine } from "../support/processes/program.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import {
  describeVoice,
  openServerWithOwnLiveKit,
  ownLiveKitConfig,
  toVariables,
} from "../support/voice/livekit.ts";

setDefaultTimeout(60_000);

/** Runs the command as the operator of this server would. */
function runDoctor(server: TestServer) {
  // From its source: the check starts a program that is next to it.
  return startErmine(server.home, ["doctor", "voice"], variablesOf(server));
}

function variablesOf({ running: { services, port } }: TestServer): Record<string, string> {
  const { nodes, ...voice } = services.config.voice;
  return { ERMINE_PORT: String(port), ...toVariables(voice) };
}

describeVoice("ermine doctor voice", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServerWithOwnLiveKit();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  afterEach(() => void setSystemTime());

  const examine = (changed: Partial<LiveKitOptions>) => {
    const { secrets, urls } = server.running.services;
    const place = { name: "main", publicUrl: urls.voice, url: "", lat: 0, lon: 0, isPrivate: false };
    return examineNode(createLiveKitNode({ ...place, key: ownKey, secret: secrets.liveKit, ...changed }));
  };

  test("says that sound arrives, while the server runs and compares its calls with the rooms", async () => {
    const { udp_port } = server.running.services.config.voice;
    expect(await runDoctor(server)).toEqual({
      code: 0,
      stdout: `main: sound arrives (UDP, 127.0.0.1:${udp_port})\n`,
      stderr: "",
    });
  });

  thoroughTest("prints a command for other machines, which says what they can reach", async () => {
    const { udp_port, tcp_port } = server.running.services.config.voice;
    const words = ["doctor", "voice", "--from-outside"];
    const printed = await runErmine(server.home, words, variablesOf(server));
    const [, ...command] = printed.stdout.trim().split(" ");
    expect(command.slice(0, 3)).toEqual(["doctor", "outside", server.running.services.urls.voice]);
    const { code, stdout } = await runErmine(server.home, [...command, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject([
      { state: "ok", check: "signalling" },
      { state: "ok", check: "UDP", text: `127.0.0.1 port ${udp_port} answers` },
      { state: "ok", check: "TCP", text: `127.0.0.1 port ${tcp_port} answers` },
      { state: "ok", check: "TURN over TLS", text: "off: LiveKit announces no TURN server" },
    ]);
    expect(code).toBe(0);
    const refused = await runErmine(server.home, [...command.slice(0, 3), "expired", "--json"]);
    expect(JSON.parse(refused.stdout)).toMatchObject([{ state: "failure", check: "signalling" }]);
    expect(refused.code).toBe(1);
  });

  test("says that nothing listens", async () => {
    const { ok, text } = await examine({ publicUrl: "ws://127.0.0.1:1/livekit" });
    expect(ok).toBe(false);
    expect(text).toStartWith("the signalling cannot be reached at ws://127.0.0.1:1/livekit: ");
  });

  test("says that voice is off, and why", async () => {
    const { code, stderr } = await runErmine(server.home, ["doctor", "voice"]);
    expect([code, stderr]).toEqual([1, 'voice is off: voice.mode is "off"\n']);
  });

  test("says that the key or its secret is wrong", async () => {
    expect(await examine({ key: "other" })).toEqual({
      ok: false,
      text: "LiveKit does not know the key: invalid API key: other",
    });
    expect(await examine({ secret: "another secret of at least thirty-two bytes" })).toEqual({
      ok: false,
      text: "LiveKit has a different secret for the key",
    });
  });

  test.each([600, -600])("says that the clocks differ by %i seconds", async (seconds) => {
    setSystemTime(Date.now() - seconds * 1_000);
    const { ok, text } = await examine({});
    expect(ok).toBe(false);
    const differs =
      /^the clock of the voice node differs from that of this machine by (-?\d+) seconds: /.exec(text);
    expect(Math.abs(Number(differs?.[1]) - seconds)).toBeLessThan(60);
  });

  test("says that only clients reach LiveKit", async () => {
    const { ok, text } = await examine({ url: "http://127.0.0.1:1" });
    expect(ok).toBe(false);
    expect(text).toStartWith("clients reach LiveKit, but Ermine does not (url of the node): ");
  });

  test("says that another server answers", async () => {
    const { urls } = server.running.services;
    const { ok, text } = await examine({ publicUrl: `${urls.voice}/nowhere` });
    expect(ok).toBe(false);
    expect(text).toStartWith(`${urls.voice}/nowhere does not answer as LiveKit does, but with status 404: `);
  });
});

thoroughTest("ermine doctor voice says that nothing answers at the announced UDP port", async () => {
  const node_ip = "198.51.100.7";
  await using server = await openServerWithOwnLiveKit({ config: { voice: { node_ip } } });
  const { code, stderr } = await runDoctor(server);
  const { udp_port } = server.running.services.config.voice;
  expect(code).toBe(1);
  expect(stderr).toStartWith(
    `main: clients are told to send sound to ${node_ip}:${udp_port} (UDP), and nothing answers`,
  );
});

test("ermine doctor voice says that LiveKit does not run", async () => {
  allowLoggedErrors(/the LiveKit server does not run/);
  const config = { voice: { ...(await ownLiveKitConfig()), binary: "/bin/false" } };
  await using server = await openServer("sqlite", { config });
  const { code, stderr } = await runDoctor(server);
  expect(code).toBe(1);
  expect(stderr).toEndWith(
    "/livekit answers, but LiveKit does not run behind it: the log of Ermine says why\n",
  );
});

describe("a trial call", () => {
  test("reports that the client library is not installed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ermine-doctor-"));
    // With this folder, Bun does not install missing packages by itself.
    mkdirSync(join(folder, "node_modules"));
    for (const file of ["doctor-call.ts", "doctor-paths.ts"])
      copyFileSync(join(import.meta.dir, "../../src/platform/voice/livekit", file), join(folder, file));
    const report = Promise.withResolvers<unknown>();
    const child = Bun.spawn([process.execPath, join(folder, "doctor-call.ts")], {
      stdio: ["ignore", "ignore", "inherit"],
      ipc: (message) => report.resolve(message),
    });
    child.send({ url: "", sender: "", receiver: "" });
    expect(await report.promise).toEqual({ kind: "no library" });
    child.kill();
    await child.exited;
    rmSync(folder, { recursive: true });
  });

  const heard = { kind: "heard", protocol: "udp", address: "a:1", unreachable: [] } as const;

  test.each([
    [{ kind: "no library" }, true, "sound was not tried"],
    [{ kind: "failed", why: "no connection" }, false, "open the UDP port and the TCP port"],
    [{ kind: "silent" }, false, "did not hear each other"],
    [{ ...heard, protocol: "tcp" }, false, "by TCP"],
    [heard, true, "sound arrives (UDP, a:1)"],
  ] as const)("with the report %p, ok is %p", (report, ok, part) => {
    const diagnosis = judgeCall(report);
    expect(diagnosis.ok).toBe(ok);
    expect(diagnosis.text).toContain(part);
  });
});
