/** The control: the same packets from Bun's own sockets and topics, and nothing else. */
import { serveBench } from "./gateway-control.ts";

const { topics, greetingFile } = JSON.parse(process.argv[2] ?? "{}");
const greeting = greetingFile === undefined ? "" : await Bun.file(greetingFile).text();
const others = Array.from({ length: topics - 1 }, (_, index) => `topic ${index}`);
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request, listener) => (listener.upgrade(request) ? undefined : new Response()),
  websocket: {
    idleTimeout: 0,
    sendPings: false,
    open(socket) {
      socket.subscribe("everybody");
      for (const topic of others) socket.subscribe(topic);
      if (greeting !== "") socket.send(greeting);
    },
    message() {},
  },
});

serveBench({
  url: `ws://127.0.0.1:${server.port}`,
  tokens: [],
  publish: (bytes) => {
    const empty = { type: "Bench", id: "01BENCH0000000000000000000", text: "" };
    const text = "x".repeat(bytes - JSON.stringify(empty).length);
    server.publish("everybody", JSON.stringify({ ...empty, text }));
  },
  stop: () => server.stop(true),
});
