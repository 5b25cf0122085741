import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Subprocess } from "bun";
import type { Log } from "../../log/log.ts";
import { hideSecrets } from "../../log/log-secrets.ts";
import { describeLiveKit, type OwnLiveKit } from "./livekit-config.ts";

const firstDelayMs = 1_000;
const maxDelayMs = 60_000;
/** A server that ran for this long has started well: the next failure begins with the first delay again. */
const stableMs = 60_000;
const maxLineLength = 16_384;

/**
 * Runs the program in its arguments until that ends or the pipe on standard input closes. The system closes the pipe
 * also when this server is killed without a chance to clean up. LiveKit waits for its participants at the first TERM,
 * and ends at the second.
 */
const guard = `
exec 3<&0
"$@" 3<&- &
server=$!
{
  read -r line <&3
  for signal in TERM TERM TERM TERM TERM KILL; do
    kill -$signal "$server" || exit
    sleep 1
  done
} >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait "$server"
status=$?
kill "$watcher" 2>/dev/null
exit "$status"
`;

interface SupervisorDependencies extends OwnLiveKit {
  readonly program: string;
  readonly log: Log;
}

/** Runs a LiveKit server as a child process, and restarts it whenever it ends. */
export class LiveKitSupervisor {
  readonly #dependencies: SupervisorDependencies;
  readonly #stopping = Promise.withResolvers<void>();
  readonly #running: Promise<void>;
  #child: Subprocess<"pipe", "pipe", "pipe"> | undefined;
  #isStopping = false;

  constructor(dependencies: SupervisorDependencies) {
    this.#dependencies = dependencies;
    this.#running = this.#superviseUntilStopped();
  }

  /** Ends the LiveKit server. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopping.resolve();
    void this.#child?.stdin.end();
    await this.#running;
  }

  async #superviseUntilStopped(): Promise<void> {
    const { log } = this.#dependencies;
    let delayMs = firstDelayMs;
    while (!this.#isStopping) {
      const startedAt = performance.now();
      const reason = await this.#runOnce().catch((error: unknown) => ({ err: error }));
      if (this.#isStopping) return;
      if (performance.now() - startedAt >= stableMs) delayMs = firstDelayMs;
      log.error({ ...reason, retryMs: delayMs }, "the LiveKit server does not run, and is restarted");
      await Promise.race([Bun.sleep(delayMs), this.#stopping.promise]);
      delayMs = Math.min(2 * delayMs, maxDelayMs);
    }
  }

  /** Resolves when the server has ended. */
  async #runOnce(): Promise<{ code: number | null }> {
    const { config, program, log } = this.#dependencies;
    const file = join(config.data_dir, "livekit.yaml");
    const content = await describeLiveKit(this.#dependencies);
    if (this.#isStopping) return { code: null };
    writeFileSync(file, content, { mode: 0o600 });
    const shell = Bun.which("sh") ?? "/bin/sh";
    const child = Bun.spawn([shell, "-c", guard, "ermine-livekit", program, "--config", file], {
      // Nothing else: LiveKit would read settings from it, and the secrets of this server may be in it.
      env: { PATH: dirname(Bun.which("sleep") ?? "/bin/sleep") },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
      // Without a process group of its own, Ctrl+C in the terminal would end the guard before LiveKit.
      detached: true,
    });
    this.#child = child;
    log.info({ program, pid: child.pid }, "started the LiveKit server");
    await Promise.all([child.exited, forwardLines(child.stdout, log), forwardLines(child.stderr, log)]);
    await child.stdin.end();
    return { code: child.exitCode };
  }
}

async function forwardLines(stream: ReadableStream<Uint8Array>, log: Log): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = (lines.pop() ?? "").slice(0, maxLineLength);
    for (const line of lines) forwardLine(line, log);
  }
  forwardLine(rest, log);
}

const levels = ["debug", "info", "warn", "error"] as const;

/** LiveKit writes JSON, except for what it says before it has read its configuration. */
function forwardLine(printed: string, log: Log): void {
  const line = hideSecrets(printed);
  if (line.trim() === "") return;
  let fields: Record<string, unknown> = { level: "warn", msg: line };
  try {
    fields = JSON.parse(line);
  } catch {
    // Plain text.
  }
  const { level, msg, ts, ...liveKit } = fields;
  // Its network library calls every connection that a client drops an error.
  const isAboutConnection = String(liveKit.logger).startsWith("livekit.pion");
  const name = isAboutConnection ? "debug" : (levels.find((name) => name === level) ?? "warn");
  log[name]({ liveKit }, `LiveKit: ${msg}`);
}
