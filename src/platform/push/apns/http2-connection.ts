import type { ClientHttp2Session, ClientHttp2Stream } from "node:http2";
import { OutboundError } from "../../outbound/port.ts";

interface Http2Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

interface Http2Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An idle connection is closed after this time. */
const idleMs = 60_000;
/** Characters kept of a response: push services send short ones. */
const maxBody = 65_536;

/** A client of one HTTP/2 origin that keeps its connection between requests, as Apple asks its clients to do. */
export class Http2Connection implements Disposable {
  readonly #url: string;
  #session: ClientHttp2Session | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async post(path: string, { headers, body, timeoutMs }: Http2Request): Promise<Http2Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Http2Response>();
    const fail = (cause: unknown) => reject(broken(cause));
    const session = this.#open();
    const stream = request(session, { ":method": "POST", ":path": path, ...headers });
    const timer = setTimeout(() => {
      reject(new OutboundError("timeout", "took too long"));
      // The whole connection is probably dead: its other requests fail now instead of timing out one by one.
      session.destroy();
    }, timeoutMs);
    let status = 0;
    let received: Record<string, string> = {};
    let text = "";
    session.once("error", fail);
    stream.setEncoding("utf8");
    stream.on("response", ({ ":status": code = 0, ...fields }) => {
      status = code;
      received = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    });
    stream.on("data", (chunk: string) => {
      if (text.length < maxBody) text += chunk;
    });
    stream.on("error", fail);
    stream.on("end", () => resolve({ status, headers: received, body: text }));
    stream.on("close", () => fail(new Error("the stream closed before the response ended")));
    stream.end(body);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      session.off("error", fail);
    }
  }

  /** Ends the requests that are under way. */
  [Symbol.dispose](): void {
    this.#session?.destroy();
  }

  #open(): ClientHttp2Session {
    const open = this.#session;
    if (open && !open.closed && !open.destroyed) return open;
    const session = process.getBuiltinModule("node:http2").connect(this.#url);
    session.setMaxListeners(0);
    // Each request listens for errors itself; without a listener an error between requests would end the process.
    session.on("error", () => {});
    session.on("goaway", () => session.close());
    session.setTimeout(idleMs, () => session.close());
    session.unref();
    this.#session = session;
    return session;
  }
}

/** Throws an OutboundError where the session closed since it was last used. */
function request(session: ClientHttp2Session, headers: Record<string, string>): ClientHttp2Stream {
  try {
    return session.request(headers);
  } catch (cause) {
    throw broken(cause);
  }
}

function broken(cause: unknown): OutboundError {
  return new OutboundError("network", "the connection failed", { cause });
}
