import type { ClientEvent, Packet } from "../../protocol/events.ts";
import type { Routes } from "../../protocol/types.ts";
import { FakeSocket } from "./fake-socket.ts";
import { FakeUpload } from "./fake-upload.ts";

type Route = keyof Routes;
type Field<R, Name extends string> = R extends { readonly [F in Name]: infer Value } ? Value : undefined;

/** A request as the server would get it. */
export interface PageRequest<R extends Route> {
  /** The values of the path, in order. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  readonly body: Field<Routes[R], "body">;
}

/** The server says no, with an error of the protocol. */
export class Refusal {
  readonly type: string;
  readonly more: object;

  constructor(type: string, more: object = {}) {
    this.type = type;
    this.more = more;
  }
}

type Answer<R extends Route> = Routes[R]["reply"] | Refusal;
type Handler<R extends Route> = (request: PageRequest<R>) => Answer<R> | Promise<Answer<R>>;

interface Entry {
  readonly route: string;
  readonly pattern: RegExp;
  readonly handle: (request: PageRequest<never>) => unknown;
}

/**
 * The network of a page: all of it that is not real. Replies have the types of the protocol, requests that no handler
 * answers fail the test, and the event stream brings what the test says.
 */
export class Network {
  readonly #entries: Entry[] = [];
  readonly #sent: { readonly route: string; readonly request: PageRequest<never> }[] = [];
  readonly sockets: FakeSocket[] = [];
  readonly uploads: FakeUpload[] = [];
  /** What the page said over the event stream. */
  readonly told: ClientEvent[] = [];
  readonly unanswered: string[] = [];
  /** What a new connection to the event stream begins with. */
  onConnect: () => readonly Packet[] = () => [];
  isDown = false;
  /** If set, every request is too quick at first: it has to be repeated after so many milliseconds. */
  limitMs: number | undefined;
  /** Those that were too quick, and whether they were repeated. */
  readonly #limited = new Map<string, boolean>();

  /** Answers the requests of a route; a later handler replaces an earlier one. */
  on<R extends Route>(route: R, handle: Handler<R>): void {
    const [method, path = ""] = route.split(" ");
    const pattern = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
    this.#entries.unshift({ route, pattern, handle });
  }

  /** The requests of a route so far. */
  sent<R extends Route>(route: R): readonly PageRequest<R>[] {
    return this.#sent.filter((each) => each.route === route).map(({ request }) => request);
  }

  /** The server tells something to all connections. */
  tell(...packets: readonly Packet[]): void {
    for (const socket of this.sockets) for (const packet of packets) socket.receive(packet);
  }

  /** Whether everything was repeated that was too quick. */
  get isRepeated(): boolean {
    return [...this.#limited.values()].every(Boolean);
  }

  /** Breaks all connections; new ones fail until `isDown` is false again. */
  disconnect(): void {
    this.isDown = true;
    for (const socket of this.sockets.splice(0)) socket.close();
  }

  async fetch(input: string, init: RequestInit = {}): Promise<Response> {
    // A file that belongs to the build.
    if (input.startsWith("file:")) return new Response(await Bun.file(new URL(input)).text());
    const { pathname, searchParams } = new URL(input, "http://localhost");
    const asked = `${(init.method ?? "GET").toLowerCase()} ${pathname.replace(/^\/api(?=\/)/, "")}`;
    if (this.isDown) throw new TypeError("the network is down");
    const isRepeated = this.#limited.has(asked);
    if (this.limitMs !== undefined) this.#limited.set(asked, isRepeated);
    if (this.limitMs !== undefined && !isRepeated) return reply(429, { retry_after: this.limitMs });
    const entry = this.#entries.find(({ pattern }) => pattern.test(asked));
    if (!entry) {
      this.unanswered.push(asked);
      return reply(404, { type: "NotFound" });
    }
    const request = {
      path: (entry.pattern.exec(asked) ?? []).slice(1).map(decodeURIComponent),
      query: Object.fromEntries(searchParams),
      headers: new Headers(init.headers),
      body: (typeof init.body === "string" ? JSON.parse(init.body) : undefined) as never,
    };
    this.#sent.push({ route: entry.route, request });
    const answer = await entry.handle(request);
    if (answer instanceof Refusal) return reply(400, { type: answer.type, ...answer.more });
    return answer === undefined ? new Response(null, { status: 204 }) : reply(200, answer);
  }
}

function reply(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

let current = new Network();

/** The network of the pages that are opened from now on. */
export function useNetwork(network: Network): void {
  current = network;
}

/** Replaces the platform's network with that of the test. */
export function replaceNetwork(): void {
  Object.assign(globalThis, {
    fetch: (input: string, init?: RequestInit) => current.fetch(input, init),
    WebSocket: class extends FakeSocket {
      constructor() {
        super(current);
      }
    },
    XMLHttpRequest: class extends FakeUpload {
      constructor() {
        super(current.uploads);
      }
    },
  });
}
