/** What somebody else's service was asked. */
export interface Inquiry {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
  readonly body: string;
}

export interface OutsideService extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Inquiry[];
  /** Decides what is answered from now on; a string is sent as it is, anything else as JSON. */
  answer(with_: (inquiry: Inquiry) => unknown): void;
}

/** A real HTTP server on the loopback interface in place of one on the internet. */
export function openOutsideService(first: (inquiry: Inquiry) => unknown): OutsideService {
  const asked: Inquiry[] = [];
  let decide = first;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const inquiry = {
        method: request.method,
        path: new URL(request.url).pathname,
        authorization: request.headers.get("authorization"),
        body: await request.text(),
      };
      asked.push(inquiry);
      const answer = decide(inquiry);
      return typeof answer === "string" ? new Response(answer) : Response.json(answer);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    asked,
    answer(with_) {
      decide = with_;
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** An address at which nothing listens. */
export async function deadUrl(): Promise<string> {
  await using service = openOutsideService(() => "");
  return service.url;
}
