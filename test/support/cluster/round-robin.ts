import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface RoundRobinProxy extends Disposable {
  readonly port: number;
}

/** A TCP proxy that passes each new connection to the next of these ports, as a load balancer does. */
export async function openRoundRobin(ports: readonly number[]): Promise<RoundRobinProxy> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const port = ports[connections++ % ports.length] ?? 0;
    const node = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const follow = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.setNoDelay();
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    };
    follow(client, node);
    follow(node, client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    [Symbol.dispose]() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
