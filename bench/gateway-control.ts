/** What a bench asks of a server process, and how that answers. */
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

/** Tells the bench where it listens, then does as it is told. */
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

const frame = '{"type":"","id":"01BENCH0000000000000000000","text":""}'.length;

/** Text that makes the whole packet this long. */
export function sizedText(name: string, bytes: number): string {
  return "x".repeat(bytes - frame - name.length);
}
