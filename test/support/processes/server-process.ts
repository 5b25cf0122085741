import { tmpdir } from "node:os";
import { type Client, createClient } from "../http/client.ts";
import { createLineNoter } from "../log/test-log.ts";
import { noteSecretsOf } from "../log/used-secrets.ts";
import type { TestHome } from "../server/engines.ts";
import { environmentOf, mainFile } from "./program.ts";

/** `ermine serve` as a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  readonly url: string;
  readonly client: Client;
  /** What the process printed so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The exit code, or null if a signal killed the process. */
  readonly exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
  /** Signals the process and its children, as a terminal or a service manager does. */
  killGroup(signal: NodeJS.Signals): void;
}

export function startProcess(
  home: TestHome,
  more: Record<string, string> = {},
  program = mainFile,
): Promise<ServerProcess> {
  return startProgram([process.execPath, program, "serve"], home, more);
}

/** Runs any command that is, or becomes, `ermine serve`. */
export async function startProgram(
  command: string[],
  home: TestHome,
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  const child = Bun.spawn(command, {
    // In a folder that holds nothing else of this project.
    cwd: tmpdir(),
    detached: true,
    env: environmentOf(home, { ERMINE_PORT: "0", ERMINE_RATELIMITS_ENABLED: "false", ...more }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ready = Promise.withResolvers<string>();
  const stdout = follow(child.stdout, () => {});
  const stderr = follow(child.stderr, (text) => {
    const api = text.match(/API +http:\/\/localhost:(\d+)\/api\n/);
    if (api?.[1]) ready.resolve(`http://127.0.0.1:${api[1]}`);
  });
  const exited = child.exited.then(async () => {
    await Promise.all([stdout.ended, stderr.ended]);
    return child.exitCode;
  });
  exited.then((code) =>
    ready.reject(new Error(`the server ended with ${code}: ${stdout.text()}${stderr.text()}`)),
  );
  const url = await ready.promise;
  noteSecretsOf(home.dataDir);
  return {
    pid: child.pid,
    url,
    client: createClient(`${url}/api`),
    stdout: stdout.text,
    stderr: stderr.text,
    exited,
    kill: (signal) => child.kill(signal),
    killGroup: (signal) => process.kill(-child.pid, signal),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
      await exited;
    },
  };
}

function follow(stream: ReadableStream<Uint8Array>, onText: (all: string) => void) {
  let text = "";
  const lines = createLineNoter();
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      const piece = decoder.decode(chunk, { stream: true });
      text += piece;
      lines.note(piece);
      onText(text);
    }
    lines.end();
  };
  return { text: () => text, ended: read() };
}
