import { connect, createServer, type Server } from "node:net";

/** Leads each connection to one of these ports that accepts it, in turn. */
export function startBalancer(port: number, targets: readonly number[]): Server {
  let turn = 0;
  const server = createServer((client) => {
    const first = turn++;
    client.on("error", () => {});
    const lead = (attempt: number) => {
      const upstream = connect(targets[(first + attempt) % targets.length] ?? 0, "127.0.0.1");
      let isOpen = false;
      upstream.on("connect", () => {
        isOpen = true;
        client.pipe(upstream).pipe(client);
      });
      upstream.on("error", () =>
        isOpen || attempt + 1 === targets.length ? client.destroy() : lead(attempt + 1),
      );
      client.on("close", () => upstream.destroy());
    };
    lead(0);
  });
  return server.listen(port, "127.0.0.1");
}
