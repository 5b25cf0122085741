/** The control: Bun's own server, which responds with a JSON object and nothing else, or returns what is posted. */
const responses: Record<string, unknown> = JSON.parse(process.env.RAW_RESPONSES ?? "{}");
const replyTo = async (request: Request) =>
  request.method === "POST" ? await request.json() : (responses[new URL(request.url).pathname] ?? {});

/** Those of Ermine's responses. With them, the server also reads of each request what Ermine has to read. */
const headers: Record<string, string> | undefined =
  JSON.parse(process.env.RAW_HEADERS ?? "null") ?? undefined;
/** Copied for each response, as Ermine does it. */
const shared = new Headers(headers);
const changing = Object.entries(headers ?? {}).filter(([name]) => /^x-r(equest|atelimit)-/.test(name));

function readAsErmine(request: Request, server: Bun.Server<undefined>): void {
  server.requestIP(request);
  for (const name of ["upgrade", "x-bot-token", "x-session-token"]) request.headers.get(name);
}

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env.RAW_PORT),
  fetch: headers
    ? (request, server) => {
        readAsErmine(request, server);
        for (const [name, value] of changing) shared.set(name, value);
        return Response.json(responses[new URL(request.url).pathname] ?? {}, { headers: shared });
      }
    : async (request) => Response.json(await replyTo(request)),
});
