import type { ClientEvents, ServerEvents } from "./types.ts";

/** The types of events. A Bulk is none, but holds several. */
export type EventType = Exclude<keyof ServerEvents, "Bulk">;

/** What the server tells over the stream. */
export type ServerEvent = { readonly [T in EventType]: ServerEvents[T] }[EventType];

/** What comes over the stream at once. */
export type Packet = ServerEvent | Bulk;

interface Bulk {
  readonly type: "Bulk";
  readonly v: readonly ServerEvent[];
}

/** A packet of a connection that can be resumed: with the position of the stream after it, if it has one. */
export type PlacedPacket = Packet & { position?: string };

/** What the client sends over the stream. */
export type ClientEvent = { readonly [T in keyof ClientEvents]: ClientEvents[T] }[keyof ClientEvents];

/** The events of a packet, in order. */
export function eventsOf(packet: Packet): readonly ServerEvent[] {
  return packet.type === "Bulk" ? packet.v : [packet];
}
