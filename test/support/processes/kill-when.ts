import type { TestHome } from "../server/engines.ts";
import { openServer } from "../server/server.ts";
import { environmentOf, mainFile } from "./program.ts";

/** Runs a command in a process of its own, and kills it as soon as a moment is reached. */
export async function killWhen(
  home: TestHome,
  words: readonly string[],
  isReached: () => boolean | Promise<boolean>,
  /** How often it is asked, in milliseconds: a query takes time from the process that is waited for. */
  everyMs = 1,
): Promise<void> {
  const child = Bun.spawn([process.execPath, mainFile, ...words], {
    cwd: home.dataDir,
    env: environmentOf(home),
    stdio: ["ignore", "ignore", "pipe"],
  });
  // As long as the test may take: the process has to start and to verify the archive first.
  while (!(await isReached()) && child.exitCode === null) await Bun.sleep(everyMs);
  if (child.exitCode !== null) throw new Error(`it ended: ${await new Response(child.stderr).text()}`);
  child.kill("SIGKILL");
  await child.exited;
}

/** Why a server does not start. */
export async function startRefusal(home: TestHome): Promise<string> {
  try {
    await using _ = await openServer(home.databaseUrl === "" ? "sqlite" : "postgres", { home });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("the server has started");
}
