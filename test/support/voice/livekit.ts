import { describe, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AccessToken } from "livekit-server-sdk";
import { findLiveKit } from "../install/livekit-program.ts";
import { freePorts } from "../processes/free-ports.ts";
import type { Engine } from "../server/engines.ts";
import { openServer, type TestServer, type TestServerOptions } from "../server/server.ts";
import { until } from "../until.ts";
import { key, nodeName, secret, voiceNodeOn } from "./voice-config.ts";

export const liveKitProgram = findLiveKit();
if (!liveKitProgram) {
  if (process.env.CI) throw new Error("LiveKit is needed and could not be built");
  console.log("skipped: calls, as neither LiveKit nor Go, which could build it, is on this machine");
}

/** For tests that need LiveKit. */
export const describeVoice = describe.skipIf(!liveKitProgram);
export const testVoice = test.skipIf(!liveKitProgram);

export interface LiveKit extends AsyncDisposable {
  readonly url: string;
  /** The id of the process; another one after `start`. */
  readonly pid: number;
  /** Ends the process without a chance to say goodbye. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
}

export interface VoiceServer extends TestServer {
  readonly liveKit: LiveKit;
}

/** Starts a server and a LiveKit of its own, which reports to it. */
export async function openVoiceServer(engine: Engine, options: TestServerOptions = {}): Promise<VoiceServer> {
  const ports = newLiveKitPorts();
  const voice = { mode: "nodes", nodes: [voiceNodeOn(ports.port)], ...(options.config?.voice as object) };
  const server = await openServer(engine, { ...options, config: { ...options.config, voice } });
  const liveKit = await startLiveKit({ ...ports, ingress: ingressOf(server.url) });
  return {
    ...server,
    liveKit,
    async [Symbol.asyncDispose]() {
      await liveKit[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Starts a server that runs a LiveKit of its own, and waits until that answers. */
export async function openServerWithOwnLiveKit(options: TestServerOptions = {}): Promise<TestServer> {
  const voice = { ...(await ownLiveKitConfig()), ...(options.config?.voice as object | undefined) };
  const server = await openServer("sqlite", { ...options, config: { ...options.config, voice } });
  await until(() => answersSignals(server.url));
  return server;
}

/** A configuration of `voice` with which a server runs a LiveKit of its own, on free ports. */
export async function ownLiveKitConfig() {
  if (!liveKitProgram) throw new Error("there is no LiveKit on this machine");
  const [port = 0, tcp_port = 0, udp_port = 0] = freePorts(3);
  return { mode: "auto", binary: liveKitProgram, port, tcp_port, udp_port };
}

/** The same for a process. */
export function toVariables(section: object, prefix = "ERMINE_VOICE"): Record<string, string> {
  const variables = Object.entries(section).map(([name, value]): Record<string, string> => {
    const variable = `${prefix}_${name.toUpperCase()}`;
    const isSection = typeof value === "object" && !Array.isArray(value);
    return isSection ? toVariables(value, variable) : { [variable]: String(value) };
  });
  return Object.assign({}, ...variables);
}

/** Whether the LiveKit behind a server answers: without a token, it refuses. */
export async function answersSignals(url: string): Promise<boolean> {
  return (await fetch(`${url}/livekit/rtc/validate`)).status === 401;
}

/** The processes of a LiveKit that a server with this data directory runs, without the shell that guards them. */
export function ownLiveKitProcesses({ dataDir }: { readonly dataDir: string }): number[] {
  const { stdout } = Bun.spawnSync(["ps", "-eo", "pid=,args="]);
  return stdout
    .toString()
    .split("\n")
    .filter(
      (line) =>
        line.includes(`--config ${join(dataDir, "livekit.yaml")}`) && !line.includes("ermine-livekit"),
    )
    .map((line) => Number.parseInt(line, 10));
}

export const ingressOf = (serverUrl: string, name = nodeName) => `${serverUrl}/livekit-ingress/${name}`;

interface Signer {
  readonly name?: string;
  readonly by?: string;
  /** Seconds, or a text such as `-1m`. */
  readonly ttl?: number | string;
}

/** The signature of a notification, as LiveKit makes it. */
export function signNotification(
  body: string,
  { by = secret, name = key, ttl = 300 }: Signer = {},
): Promise<string> {
  const token = new AccessToken(name, by, { ttl });
  token.sha256 = createHash("sha256").update(body).digest("base64");
  return token.toJwt();
}

/** Sends a notification in the name of LiveKit. */
export async function notify(ingress: string, fields: object): Promise<Response> {
  const createdAt = Math.floor(Date.now() / 1_000);
  const body = JSON.stringify({ id: randomUUID(), createdAt, ...fields });
  return await fetch(ingress, {
    method: "POST",
    body,
    headers: { authorization: await signNotification(body) },
  });
}

interface LiveKitPorts {
  readonly port: number;
  readonly tcp: number;
  readonly udp: number;
}

export function newLiveKitPorts(): LiveKitPorts {
  const [port = 0, tcp = 0, udp = 0] = freePorts(3);
  return { port, tcp, udp };
}

export async function startLiveKit({
  port,
  tcp,
  udp,
  ingress,
  redis,
}: LiveKitPorts & {
  readonly ingress: string;
  /** The address of a Redis over which several LiveKit servers share their rooms. */
  readonly redis?: string;
}): Promise<LiveKit> {
  if (!liveKitProgram) throw new Error("there is no LiveKit on this machine");
  const folder = mkdtempSync(join(tmpdir(), "ermine-livekit-"));
  const file = join(folder, "livekit.yaml");
  const loopback = {
    node_ip: "127.0.0.1",
    interfaces: { includes: ["lo"] },
    enable_loopback_candidate: true,
  };
  // JSON is YAML.
  const config = {
    port,
    bind_addresses: ["127.0.0.1"],
    rtc: { ...loopback, tcp_port: tcp, udp_port: udp },
    keys: { [key]: secret },
    webhook: { api_key: key, urls: [ingress] },
    logging: { level: "error" },
    ...(redis && { redis: { address: redis } }),
  };
  writeFileSync(file, JSON.stringify(config));
  let child: ChildProcess | undefined;
  const url = `http://127.0.0.1:${port}`;
  const program = liveKitProgram;
  const start = async () => {
    child = spawn(program, ["--config", file], { stdio: "ignore" });
    await until(() =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  };
  const end = (signal: NodeJS.Signals) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (!child || child.exitCode !== null) return Promise.resolve();
    child.once("exit", () => resolve());
    child.kill(signal);
    return promise;
  };
  await start();
  return {
    url,
    get pid() {
      return child?.pid ?? 0;
    },
    start,
    kill: () => end("SIGKILL"),
    async [Symbol.asyncDispose]() {
      await end("SIGKILL");
      rmSync(folder, { recursive: true });
    },
  };
}
