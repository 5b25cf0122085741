import { expect, test } from "bun:test";
import type { PlacedPacket, ServerEvent } from "../../../protocol/events.ts";
import { ResumedPackets } from "./resumed-packets.ts";

const url = "wss://chat.example.org/ws";
const stop = (user: string, position?: string): ServerEvent & PlacedPacket => ({
  type: "ChannelStopTyping",
  id: "channel",
  user,
  ...(position !== undefined && { position }),
});
const authenticated = (connection: string): PlacedPacket => ({ type: "Authenticated", connection });
const resumed: ServerEvent = { type: "Resumed", from: "7.0", to: "9.1", packets: 2 };

test("a first connection asks to be one that can be resumed, a later one resumes", () => {
  const packets = new ResumedPackets();
  expect(packets.address(url)).toBe(`${url}?resume=1`);
  packets.take(authenticated("a"));
  packets.take({ type: "Ready", position: "7" });
  packets.take(stop("b", "8.0"));
  packets.take(stop("without a position"));
  expect(packets.address(url)).toBe(`${url}?resume=8.0&connection=a`);
});

test("what follows Resumed comes as one packet, after which the position is that of Resumed", () => {
  const packets = new ResumedPackets();
  packets.take({ type: "Ready", position: "7" });
  expect(packets.take(authenticated("b"))).toEqual(authenticated("b"));
  expect(packets.take(resumed)).toBeUndefined();
  expect(packets.take(stop("x", "8.0"))).toBeUndefined();
  expect(packets.address(url)).toContain("resume=7&connection=b");
  packets.take(resumed);
  packets.take({ type: "Bulk", v: [stop("x"), stop("y")], position: "8.0" });
  expect(packets.take({ type: "Bulk", v: [stop("z")] })).toEqual({
    type: "Bulk",
    v: [resumed, stop("x"), stop("y"), stop("z")],
  });
  expect(packets.address(url)).toContain("resume=9.1&connection=b");
  expect(packets.take(stop("live", "9.2"))).toEqual(stop("live"));
});
