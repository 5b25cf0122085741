import { join } from "node:path";
import type { TestServer } from "./server.ts";
import { until } from "./until.ts";

/** A bot's program, as whoever runs it would start it. */
export interface BotProcess extends AsyncDisposable {
  /** What it printed so far, what went wrong included. */
  readonly printed: () => string;
  /** Until it was ready so many times. */
  ready(times?: number): Promise<void>;
  /** As a service manager stops it; the exit code. */
  stop(): Promise<number>;
  readonly exited: Promise<number>;
}

export function startBot(
  file: string,
  { url }: Pick<TestServer, "url">,
  { token, env = {} }: { token: string; env?: Record<string, string> },
): BotProcess {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../..", file)], {
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
    printed: () => text,
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
