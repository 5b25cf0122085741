import { tmpdir } from "node:os";

/** A program on a terminal of its own. */
export interface TerminalProcess extends AsyncDisposable {
  /** What the terminal shows so far. */
  readonly output: () => string;
  readonly exited: Promise<number>;
  /** Types on the keyboard; `\x03` is Ctrl+C. */
  type(text: string): void;
}

/** `script`, from util-linux, makes the terminal. */
export const hasTerminal = process.platform === "linux" && Bun.which("script") !== null;

export function startOnTerminal(
  command: readonly string[],
  env: Record<string, string | undefined>,
): TerminalProcess {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = Bun.spawn(["script", "--quiet", "--return", "--command", `exec ${quoted}`, "/dev/null"], {
    cwd: tmpdir(),
    env: { ...env, TERM: "xterm", SHELL: "/bin/sh" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) output += decoder.decode(chunk, { stream: true });
  };
  const reading = read();
  return {
    output: () => output.replaceAll("\r\n", "\n"),
    exited: child.exited.then(async (code) => {
      await reading;
      return code;
    }),
    type(text) {
      child.stdin.write(text);
      child.stdin.flush();
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
