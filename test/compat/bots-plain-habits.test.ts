import { expect, test } from "bun:test";
import { join } from "node:path";
import { startBot } from "../support/bots/bot-process.ts";

const fastIntervals = join(import.meta.dir, "../support/programs/fast-intervals.mjs");

test("the bot without a library sends pings, and retries after a 429", async () => {
  const pinged = Promise.withResolvers<number>();
  const sent = Promise.withResolvers<object>();
  let calls = 0;
  await using server = Bun.serve({
    port: 0,
    routes: {
      "/api/": ({ url }) => Response.json({ ws: new URL("/ws", url).href.replace("http", "ws") }),
      "/api/channels/there/messages": async (request) => {
        if (++calls < 3) return Response.json({ retry_after: 1 }, { status: 429 });
        sent.resolve({ token: request.headers.get("x-bot-token"), body: await request.json() });
        return Response.json({});
      },
      "/ws": (request, server) => {
        if (!server.upgrade(request)) return new Response(null, { status: 400 });
      },
    },
    websocket: {
      message(socket, frame) {
        const packet = JSON.parse(String(frame));
        if (packet.type === "Ping") pinged.resolve(packet.data);
        if (packet.type !== "Authenticate") return;
        socket.send(JSON.stringify({ type: "Ready", users: [{ _id: "bot", relationship: "User" }] }));
        const message = {
          type: "Message",
          _id: "1",
          channel: "there",
          content: "Hello",
          user: { _id: "me" },
        };
        socket.send(JSON.stringify({ type: "Bulk", v: [message] }));
      },
    },
  });
  const env = { BUN_OPTIONS: `--preload ${fastIntervals}` };
  await using _bot = startBot(
    "examples/bots/echo-plain.mjs",
    { url: server.url.origin },
    { token: "t", env },
  );
  expect(await sent.promise).toEqual({
    token: "t",
    body: { content: "Hello", replies: [{ id: "1", mention: false }] },
  });
  expect(await pinged.promise).toBeGreaterThan(0);
});
