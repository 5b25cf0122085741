import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeCodes } from "../../src/gateway/close-codes.ts";
import { newMigratedHome } from "../support/database/migrated-home.ts";
import { allowLoggedErrors } from "../support/log/test-log.ts";
import { metricsOn, scrape, sumOf } from "../support/metrics/scrape.ts";
import { freePorts } from "../support/processes/free-ports.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { thoroughTest } from "../support/run/thorough-test.ts";
import type { TestHome } from "../support/server/engines.ts";
import type { TestServer } from "../support/server/server.ts";
import { newCommunity, newMember } from "../support/servers/communities.ts";
import { openStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import {
  answersSignals,
  describeVoice,
  openServerWithOwnLiveKit,
  ownLiveKitConfig,
  ownLiveKitProcesses,
  toVariables,
} from "../support/voice/livekit.ts";
import { VoiceClient } from "../support/voice/voice-client.ts";

setDefaultTimeout(60_000);

describeVoice("a LiveKit that the server runs itself", () => {
  let server: TestServer;
  beforeAll(async () => {
    const [metrics_port = 0] = freePorts(1);
    server = await openServerWithOwnLiveKit({ config: { voice: { metrics_port }, metrics: metricsOn } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  async function newCall() {
    const community = await newCommunity(server);
    const member = await newMember(server, community);
    const draft = { name: "Call", type: "Voice" };
    const { body } = await server.client.post(`/servers/${community.id}/channels`, draft, community.owner);
    return { owner: community.owner, member, channel: body._id as string };
  }

  test("the root names its address under this server", async () => {
    const { body } = await server.client.get("/");
    const public_url = `ws://localhost:${server.running.port}/livekit`;
    expect(body.features.livekit).toMatchObject({
      enabled: true,
      nodes: [{ name: "main", lat: 0, lon: 0, public_url }],
      video: server.running.services.config.voice.video,
    });
  });

  thoroughTest("two members hear each other through this server", async () => {
    const { owner, member, channel } = await newCall();
    await using ann = await VoiceClient.join(server, { by: owner, channel });
    await using ben = await VoiceClient.join(server, { by: member, channel });
    await ann.playTone();
    await ben.playTone();
    await until(() => (ben.heard.get(owner.id) ?? 0) > 1_000 && (ann.heard.get(member.id) ?? 0) > 1_000);
    // The packets of calls are among the metrics.
    await until(
      async () =>
        sumOf(await scrape(server), "ermine_voice_packets", { direction: "incoming", kind: "seen" }) > 0,
    );
  });

  test("the event stream keeps its own limit of frames", async () => {
    await using stream = await openStream(server, { format: "json" });
    stream.sendRaw("x".repeat(65_537));
    const { code, reason } = closeCodes.frameTooLarge;
    expect(await stream.closed).toEqual({ code, reason });
  });

  test("its API cannot be reached through this server", async () => {
    for (const path of [
      "/twirp/livekit.RoomService/ListRooms",
      "/rtc/../twirp/livekit.RoomService/ListRooms",
      "/agent",
      "/whip/v1",
      "/debug/rooms",
      "/",
    ]) {
      const response = await fetch(`${server.url}/livekit${path}`, { method: "POST", body: "{}" });
      expect(response.status, path).toBe(404);
    }
  });

  test("neither can an address that is no WebSocket of a client", async () => {
    const headers = { upgrade: "websocket", connection: "upgrade", "sec-websocket-version": "13" };
    for (const path of ["/agent", "/rtc/v2", "/rtc/v1/x", "/twirp"]) {
      const key = { "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==" };
      const response = await fetch(`${server.url}/livekit${path}`, { headers: { ...headers, ...key } });
      expect(response.status, path).toBe(404);
    }
  });

  test.each(["/rtc", "/rtc/v1"])(
    "a client without a token is refused at %s, and learns why",
    async (path) => {
      const socket = new WebSocket(`${server.url.replace("http", "ws")}/livekit${path}`);
      const { code } = await new Promise<CloseEvent>((resolve) => {
        socket.onclose = resolve;
      });
      expect(code).toBe(1006);
      const reason = await fetch(`${server.url}/livekit${path}/validate?access_token=x`);
      expect([reason.status, await reason.text()]).toEqual([401, "invalid authorization token"]);
    },
  );

  test("it starts again after it was killed", async () => {
    allowLoggedErrors(/the LiveKit server does not run/);
    const [before = 0] = ownLiveKitProcesses(server.home);
    process.kill(before, "SIGKILL");
    await until(
      async () =>
        ownLiveKitProcesses(server.home).some((pid) => pid !== before) && (await answersSignals(server.url)),
    );
  });

  test("it ends with the server, also during a call", async () => {
    const { owner, channel } = await newCall();
    await using _ = await VoiceClient.join(server, { by: owner, channel });
    expect(ownLiveKitProcesses(server.home)).toHaveLength(1);
    await server.stop();
    expect(ownLiveKitProcesses(server.home)).toEqual([]);
  });
});

describeVoice("the process of a server that runs a LiveKit", () => {
  let home: TestHome;
  beforeAll(async () => {
    home = await newMigratedHome("sqlite");
  });
  afterAll(() => home.remove());

  test("LiveKit ends when the server is killed without a chance to end it", async () => {
    await using server = await startProcess(home, toVariables(await ownLiveKitConfig()));
    await until(() => answersSignals(server.url));
    expect(server.stderr()).toContain(
      `Voice   ws://localhost:${new URL(server.url).port}/livekit, UDP port `,
    );
    expect(ownLiveKitProcesses(home)).toHaveLength(1);
    server.killGroup("SIGKILL");
    await server.exited;
    await until(() => ownLiveKitProcesses(home).length === 0);
  });

  test("without a program, voice is off, and the first lines say how to turn it on", async () => {
    await using server = await startProcess(home, { ERMINE_VOICE_MODE: "auto", PATH: "/usr/bin:/bin" });
    await until(() => server.stderr().includes("  Voice"));
    expect(server.stderr()).toContain(
      "  Voice   off: there is no livekit-server on the PATH (docs/operating/voice.md says how to turn it on)\n",
    );
    const { body } = await server.client.get("/");
    expect(body.features.livekit).toMatchObject({ enabled: false, nodes: [] });
  });

  test("a LiveKit that does not start does not stop the server, which logs its words", async () => {
    allowLoggedErrors(/LiveKit: port in use/, /the LiveKit server does not run/);
    const binary = join(home.dataDir, "livekit-server");
    const script = `#!/bin/sh\necho '{"level":"error","msg":"port in use","port":1}' >&2\necho plain; env\nexit 3\n`;
    writeFileSync(binary, script, { mode: 0o700 });
    const more = toVariables({ ...(await ownLiveKitConfig()), binary });
    await using server = await startProcess(home, more);
    const lines = () =>
      server
        .stdout()
        .split("\n")
        .filter((line) => /livekit/i.test(line));
    await until(() => lines().filter((line) => line.includes('"msg":"LiveKit: port in use"')).length === 2);
    // It waits before it tries again, so that a program that fails at once does not keep the machine busy.
    const [first, second] = lines()
      .filter((line) => line.includes('"msg":"LiveKit: port in use"'))
      .map((line): number => JSON.parse(line).time);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(900);
    const log = lines().join("\n");
    expect(log).toContain('"liveKit":{"port":1},"msg":"LiveKit: port in use"');
    expect(log).toContain('"msg":"LiveKit: plain"');
    expect(log).toContain(
      '"code":3,"retryMs":1000,"msg":"the LiveKit server does not run, and is restarted"',
    );
    // The environment holds the secrets of the server.
    expect(log).not.toContain("ERMINE_");
    // Whoever reads the log must not be able to join as the caller.
    const token = "a-token-with-which-somebody-could-join";
    const reply = await fetch(`${server.url}/livekit/rtc/validate?access_token=${token}`);
    expect(reply.status).toBe(503);
    await until(() => server.stdout().includes("the LiveKit server did not answer"));
    expect(server.stdout()).not.toContain(token);
    expect((await server.client.get("/")).body.features.livekit.enabled).toBe(true);
    server.kill("SIGTERM");
    expect(await server.exited).toBe(0);
  });
});
