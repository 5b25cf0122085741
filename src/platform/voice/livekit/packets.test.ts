import { expect, test } from "bun:test";
import { countPackets, readPackets } from "./packets.ts";

test("packets and losses are summed over everything but the direction", () => {
  const metrics = `# TYPE livekit_packet_total counter
livekit_packet_total{country="",direction="incoming",node_id="ND",transmission="initial"} 120
livekit_packet_total{country="",direction="incoming",node_id="ND",transmission="retransmit"} 3
livekit_packet_total{country="",direction="outgoing",node_id="ND",transmission="initial"} 1.5e+06
livekit_packet_bytes{country="",direction="incoming",node_id="ND",transmission="initial"} 99
livekit_packet_loss_total{country="",direction="incoming",node_id="ND",source="camera",type="video"} 4
livekit_packet_loss_total{country="",direction="incoming",node_id="ND",source="microphone",type="audio"} 2
livekit_packet_loss_percent_bucket{direction="incoming",le="0"} 7
livekit_packet_total{direction="sideways"} 1
livekit_packet_total{direction="incoming"} NaN
`;
  expect(countPackets(metrics)).toEqual([
    { direction: "incoming", kind: "seen", count: 123 },
    { direction: "outgoing", kind: "seen", count: 1_500_000 },
    { direction: "incoming", kind: "lost", count: 6 },
  ]);
  expect(countPackets("")).toEqual([]);
});

test("a node without metrics, or one that does not answer, tells nothing", async () => {
  expect(await readPackets(undefined)).toEqual([]);
  expect(await readPackets("http://127.0.0.1:1/metrics")).toEqual([]);
  using refusing = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response("no", { status: 401 }),
  });
  expect(await readPackets(refusing.url.href)).toEqual([]);
});
