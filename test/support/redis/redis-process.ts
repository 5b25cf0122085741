import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRedis } from "../install/redis-program.ts";
import { freePorts } from "../processes/free-ports.ts";
import { until } from "../until.ts";

export interface TestRedis extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** Ends the process without a chance to say goodbye; nothing that it held remains. */
  kill(): Promise<void>;
  /** Starts it again, on the same port, after `kill`. */
  start(): Promise<void>;
  /** Stops the process while its connections stay open, as a lost host or a long pause does. */
  freeze(): void;
  thaw(): void;
}

/** Starts a Redis of its own on a free port, with these options of its command line, e.g. `["--requirepass", "…"]`. */
export async function startRedis(options: readonly string[] = []): Promise<TestRedis> {
  const program = findRedis();
  if (!program) throw new Error("there is no Redis on this machine");
  const folder = mkdtempSync(join(tmpdir(), "ermine-redis-"));
  const [port = 0] = freePorts(1);
  const listen = options.includes("--tls-cert-file")
    ? ["--port", "0", "--tls-port", `${port}`]
    : ["--port", `${port}`];
  const settings = [...listen, "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"];
  // The server must end with this process, also when it is killed.
  const as = Bun.which("setpriv") ? ["setpriv", "--pdeathsig=KILL", "--"] : [];
  const [first = "", ...rest] = [...as, program, ...settings, ...options];
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  const start = async () => {
    child = spawn(first, rest, { stdio: "ignore" });
    await until(() => accepts(port));
  };
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return child?.pid ?? 0;
    },
    kill,
    start,
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once("connect", () => resolve(true));
  socket.once("error", () => resolve(false));
  return promise.finally(() => socket.destroy());
}
