/** The commands that a benchmark sends to a server process. */
export type Order =
  | { readonly order: "publish"; readonly events: number; readonly bytes: number; readonly everyMs: number }
  | { readonly order: "memory" }
  | { readonly order: "stop" };

export interface BenchServer {
  readonly url: string;
  readonly tokens: readonly string[];
  publish(bytes: number): void;
  stop(): Promise<void>;
}

/** Sends the address to the benchmark, and then executes its commands. */
export function serveBench({ url, tokens, publish, stop }: BenchServer): void {
  process.on("message", async (message: Order) => {
    if (message.order === "publish") {
      for (let sent = 0; sent < message.events; sent++) {
        publish(message.bytes);
        await Bun.sleep(message.everyMs);
      }
      process.send?.({ done: true });
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
