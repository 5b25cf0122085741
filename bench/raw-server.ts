/** The control: Bun's own server, which responds with a JSON object and nothing else, or returns what is posted. */
const responses: Record<string, unknown> = JSON.parse(process.env.RAW_RESPONSES ?? "{}");

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env.RAW_PORT),
  fetch: async (request) =>
    Response.json(
      request.method === "POST" ? await request.json() : (responses[new URL(request.url).pathname] ?? {}),
    ),
});
