import { eventsOf, type Packet, type PlacedPacket } from "../../../protocol/events.ts";

/**
 * Follows the positions of a stream, so that a lost connection can be resumed, and joins what the server sends after
 * `Resumed` into one packet: whoever shows the state sees nothing of what is between.
 */
export class ResumedPackets {
  #connection = "";
  #position = "";
  /** What has come since Resumed, and how much is to come. */
  #missed: { readonly packets: Packet[]; left: number; readonly to: string } | undefined;

  /** The address to connect to, which says from where. */
  address(url: string): string {
    this.#missed = undefined;
    const address = new URL(url);
    address.searchParams.set("resume", this.#position || "1");
    if (this.#position) address.searchParams.set("connection", this.#connection);
    return address.href;
  }

  /** Returns what is to be applied now; undefined while more belongs to it. */
  take(packet: PlacedPacket): Packet | undefined {
    const { position } = packet;
    // Some events are a whole object, and the position is not part of it.
    delete packet.position;
    if (packet.type === "Authenticated") this.#connection = packet.connection ?? "";
    else if (packet.type === "Resumed") {
      this.#missed = { packets: [packet], left: packet.packets, to: packet.to };
      return undefined;
    }
    const missed = this.#missed;
    if (!missed) {
      this.#position = position ?? this.#position;
      return packet;
    }
    missed.packets.push(packet);
    missed.left -= 1;
    if (missed.left > 0) return undefined;
    this.#missed = undefined;
    this.#position = missed.to;
    return { type: "Bulk", v: missed.packets.flatMap(eventsOf) };
  }
}
