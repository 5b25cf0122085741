import { expect, test } from "bun:test";
import { closeListener } from "./close-listener.ts";

test("a request that came while the process stood still is answered before its connection is closed", async () => {
  let requests = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch() {
      requests += 1;
      return new Response("answer");
    },
  });
  const answers: string[] = [];
  const [onAnswer, onClose] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const client = await Bun.connect({
    hostname: "127.0.0.1",
    port: server.port ?? 0,
    socket: {
      data: (_, bytes) => {
        answers.push(bytes.toString());
        onAnswer.resolve();
      },
      close: () => onClose.resolve(),
    },
  });
  const ask = () => client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ask();
  await onAnswer.promise;
  const quietMs = 20;
  const closed = closeListener(server, { requests: () => requests, quietMs, graceMs: 10_000 });
  ask();
  Bun.sleepSync(quietMs * 2);
  await closed;
  await onClose.promise;
  expect(answers.filter((each) => each.endsWith("answer"))).toHaveLength(2);
});
