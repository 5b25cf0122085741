import type { ClientEvent, Packet } from "../../protocol/events.ts";

/** What a socket needs of the network that it belongs to. */
interface SocketNetwork {
  readonly isDown: boolean;
  readonly sockets: FakeSocket[];
  readonly told: ClientEvent[];
  onConnect(): readonly Packet[];
}

/** The platform's WebSocket, with the test at its other end. */
export class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  readonly #network: SocketNetwork;
  readyState = 0;

  constructor(network: SocketNetwork) {
    super();
    this.#network = network;
    queueMicrotask(() => {
      if (network.isDown) return this.close();
      network.sockets.push(this);
      this.readyState = FakeSocket.OPEN;
      this.dispatchEvent(new Event("open"));
    });
  }

  send(text: string): void {
    const event: ClientEvent = JSON.parse(text);
    this.#network.told.push(event);
    if (event.type !== "Authenticate") return;
    queueMicrotask(() => {
      for (const packet of this.#network.onConnect()) this.receive(packet);
    });
  }

  receive(packet: Packet): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(packet) }));
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
}
