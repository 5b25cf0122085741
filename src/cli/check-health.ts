import { loadConfig } from "../config/load.ts";
import { CommandError, type Output } from "../declare/command.ts";

const timeoutMs = 5_000;

/** Asks the server that this configuration describes whether it is ready. Containers run this from time to time. */
export async function checkHealth(): Promise<Output> {
  const { host, port } = loadConfig().config;
  const own = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host;
  const url = `http://${own}:${port}/ready`;
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((error) => {
    throw new CommandError(`${url} does not answer: ${error instanceof Error ? error.message : error}`);
  });
  if (!response.ok) throw new CommandError(`${url} answers with ${response.status}`);
  return [{ url, ready: true }];
}
