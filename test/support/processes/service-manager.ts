import { join } from "node:path";
import type { TestHome } from "../server/engines.ts";

/** Prints the datagrams that a Unix socket receives as JSON, up to the last one of a server. Bun itself has none. */
const listenForDatagrams = `
import json, socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
text = "bound"
while True:
    print(json.dumps(text), flush=True)
    if text == "STOPPING=1": break
    text = receiver.recv(10000).decode()
`;

/** Stands in for systemd: the socket that a server tells its state. */
export interface ServiceManager extends AsyncDisposable {
  readonly variables: { readonly NOTIFY_SOCKET: string };
  /** The next message of the server. */
  next(): Promise<string>;
}

export async function openServiceManager({ dataDir }: TestHome): Promise<ServiceManager> {
  const socket = join(dataDir, "notify");
  const listener = Bun.spawn(["python3", "-c", listenForDatagrams, socket], { stdout: "pipe" });
  const lines = readLines(listener.stdout);
  const next = async () => JSON.parse((await lines.next()).value ?? "null");
  if ((await next()) !== "bound") throw new Error("the socket could not be opened");
  return {
    variables: { NOTIFY_SOCKET: socket },
    next,
    async [Symbol.asyncDispose]() {
      listener.kill();
      await listener.exited;
    },
  };
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream) {
    const parts = (rest + Buffer.from(chunk).toString()).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
}
