/** A request that the service received. */
export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
  readonly body: string;
}

/** Returns the reply: a string is sent as it is, any other value as JSON. */
type Handler = (request: ServiceRequest) => unknown;

export interface HttpStub extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ServiceRequest[];
  /** Replaces the handler. */
  respondWith(handler: Handler): void;
}

/** Opens a real HTTP server on the loopback interface, in place of one on the internet. */
export function openHttpStub(initialHandler: Handler): HttpStub {
  const requests: ServiceRequest[] = [];
  let handler = initialHandler;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const received = {
        method: request.method,
        path: new URL(request.url).pathname,
        authorization: request.headers.get("authorization"),
        body: await request.text(),
      };
      requests.push(received);
      const reply = handler(received);
      return typeof reply === "string" ? new Response(reply) : Response.json(reply);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    respondWith(next) {
      handler = next;
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** A URL at which nothing listens. */
export async function unreachableUrl(): Promise<string> {
  await using service = openHttpStub(() => "");
  return service.url;
}
