/** The control: Bun's own server, answering with a JSON object and nothing around it; what is posted comes back. */
const answers: Record<string, unknown> = JSON.parse(process.env.RAW_ANSWERS ?? "{}");

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env.RAW_PORT),
  fetch: async (request) =>
    Response.json(
      request.method === "POST" ? await request.json() : (answers[new URL(request.url).pathname] ?? {}),
    ),
});
