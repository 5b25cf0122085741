/** Variables of the environment that are not keys of this program. This file imports nothing: it is the first to run. */

/** Bun's default is one for each core: on a small machine, resizing two images would block all file access. */
const threads = "8";

/**
 * Gives Bun's pool enough threads. Bun reads the variable before any code runs, so the process executes this program
 * once more, with the variable and as the same process.
 */
export function ensureThreads(): void {
  const { execPath, execArgv, argv, env } = process;
  // Windows cannot execute another program as the same process, and a channel to the parent would not survive it.
  if (env.UV_THREADPOOL_SIZE !== undefined || process.send || !process.execve) return;
  const words = wordsAfterProgram({ execArgv, argv }, Bun.isStandaloneExecutable);
  process.execve(execPath, [execPath, ...words], { ...env, UV_THREADPOOL_SIZE: threads });
}

/** In an executable that contains this program, the second word is a path inside the executable. */
export function wordsAfterProgram(
  { execArgv, argv }: Pick<NodeJS.Process, "execArgv" | "argv">,
  isExecutable: boolean,
): string[] {
  return isExecutable ? argv.slice(2) : [...execArgv, ...argv.slice(1)];
}

/** The socket on which systemd waits for word of this process, if there is one. */
export function notifySocket(): string | undefined {
  return process.env.NOTIFY_SOCKET;
}
