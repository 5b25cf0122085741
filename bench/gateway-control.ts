/** The commands that a benchmark sends to a server process. */
export type Order =
  | { readonly order: "publish"; readonly events: number; readonly bytes: number; readonly everyMs: number }
  /** Events of commits to all. */
  | { readonly order: "commit"; readonly events: number; readonly bytes: number }
  | { readonly order: "memory" }
  | { readonly order: "ready"; readonly rounds: number }
  | { readonly order: "stop" };

/** How long it takes to build a Ready, and only to serialise what it holds. */
export interface ReadyTimes {
  readonly bytes: number;
  readonly buildMs: number;
  readonly stringifyMs: number;
}

export interface BenchServer {
  readonly url: string;
  readonly tokens: readonly string[];
  publish(bytes: number): void;
  commit?(bytes: number): void;
  measureReady?(rounds: number): Promise<ReadyTimes>;
  stop(): Promise<void>;
}

/** Sends the address to the benchmark, and then executes its commands. */
export function serveBench({ url, tokens, publish, commit, measureReady, stop }: BenchServer): void {
  process.on("message", async (message: Order) => {
    if (message.order === "publish") {
      for (let sent = 0; sent < message.events; sent++) {
        publish(message.bytes);
        await Bun.sleep(message.everyMs);
      }
      process.send?.({ done: true });
    } else if (message.order === "commit") {
      for (let sent = 0; sent < message.events; sent++) commit?.(message.bytes);
      process.send?.({ done: true });
    } else if (message.order === "ready") {
      process.send?.(await measureReady?.(message.rounds));
    } else if (message.order === "memory") {
      Bun.gc(true);
      process.send?.({ rss: process.memoryUsage().rss });
    } else {
      await stop();
      process.exit(0);
    }
  });
  process.send?.({ url, tokens });
}
