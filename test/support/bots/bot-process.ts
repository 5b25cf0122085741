import { join } from "node:path";
import type { TestServer } from "../server/server.ts";
import { until } from "../until.ts";

/** A bot's program, started as its operator would start it. */
export interface BotProcess extends AsyncDisposable {
  /** What the process printed so far to stdout and stderr. */
  readonly output: () => string;
  /** Resolves once the bot has printed "ready" this many times. */
  ready(times?: number): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number>;
  readonly exited: Promise<number>;
}

export function startBot(
  file: string,
  { url }: Pick<TestServer, "url">,
  { token, env = {}, args = [] }: { token: string; env?: Record<string, string>; args?: readonly string[] },
): BotProcess {
  const program = file.endsWith(".py") ? "python3" : process.execPath;
  const child = Bun.spawn([program, join(import.meta.dir, "../../..", file), ...args], {
    env: { ...process.env, BOT_TOKEN: token, API_URL: `${url}/api`, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({
        write(chunk) {
          text += chunk;
        },
      }),
    );
  }
  return {
    output: () => text,
    ready: (times = 1) =>
      until(() => {
        if (child.exitCode !== null) throw new Error(`the bot ended with ${child.exitCode}: ${text}`);
        return text.split("\n").filter((line) => line === "ready").length >= times;
      }),
    stop() {
      child.kill("SIGTERM");
      return child.exited;
    },
    exited: child.exited,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
