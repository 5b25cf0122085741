import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import { OutboundError } from "../../../platform/outbound/port.ts";

export interface Http2Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

export interface Http2Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An open connection that nobody uses is closed after this. */
const idleMs = 60_000;
/** What is said in answer is short. */
const maxAnswer = 65_536;

/** One connection to a service that the operator chose, kept for all that is sent there: Apple asks for that. */
export class Http2Line {
  readonly #url: string;
  #session: ClientHttp2Session | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async post(path: string, { headers, body, timeoutMs }: Http2Post): Promise<Http2Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Http2Answer>();
    const fail = (cause: unknown) => reject(broken(cause));
    const session = this.#open();
    const stream = request(session, { ":method": "POST", ":path": path, ...headers });
    const late = setTimeout(() => {
      reject(new OutboundError("too-slow", "took too long"));
      // Whether the others on this connection fare better is not to be waited for.
      session.destroy();
    }, timeoutMs);
    let status = 0;
    let answered: Record<string, string> = {};
    let said = "";
    session.once("error", fail);
    stream.setEncoding("utf8");
    stream.on("response", ({ ":status": code = 0, ...fields }) => {
      status = code;
      answered = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    });
    stream.on("data", (chunk: string) => {
      if (said.length < maxAnswer) said += chunk;
    });
    stream.on("error", fail);
    stream.on("end", () => resolve({ status, headers: answered, body: said }));
    stream.on("close", () => fail(new Error("closed before it answered")));
    stream.end(body);
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      session.off("error", fail);
    }
  }

  #open(): ClientHttp2Session {
    const open = this.#session;
    if (open && !open.closed && !open.destroyed) return open;
    const session = connect(this.#url);
    session.setMaxListeners(0);
    // Each who waits hears of it; nobody else must stumble over it.
    session.on("error", () => {});
    session.on("goaway", () => session.close());
    session.setTimeout(idleMs, () => session.close());
    session.unref();
    this.#session = session;
    return session;
  }
}

/** A connection may be about to close, which is known only when it is used. */
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
