import { expect, test } from "bun:test";
import { createFiguresReader } from "./call-figures.ts";

const codec = { id: "C1", type: "codec", timestamp: 0, mimeType: "video/VP8" };
const pairs = [
  { id: "P1", type: "candidate-pair", timestamp: 0, nominated: false, currentRoundTripTime: 3 },
  { id: "P2", type: "candidate-pair", timestamp: 0, nominated: true, currentRoundTripTime: 0.042 },
];
const received = (
  timestamp: number,
  bytesReceived: number,
  packetsReceived: number,
  packetsLost: number,
) => ({
  id: "TR1",
  isSound: false,
  stats: [
    codec,
    ...pairs,
    {
      id: "I1",
      type: "inbound-rtp",
      timestamp,
      codecId: "C1",
      bytesReceived,
      packetsReceived,
      packetsLost,
      jitter: 0.0065,
      frameWidth: 640,
      frameHeight: 360,
      framesPerSecond: 24,
    },
  ],
});

test("what arrives of somebody: rates and losses since the last reading", () => {
  const read = createFiguresReader();
  expect(read([received(1_000, 10_000, 90, 10)])).toEqual([
    {
      id: "TR1",
      isSound: false,
      roundTrip: 42,
      jitter: 7,
      loss: 0.1,
      bitRate: undefined,
      codec: "VP8",
      size: { width: 640, height: 360 },
      frameRate: 24,
    },
  ]);
  expect(read([received(3_000, 260_000, 190, 10)])).toMatchObject([{ bitRate: 1_000_000, loss: 0 }]);
  // A gap after which the counters begin again.
  expect(read([received(5_000, 0, 0, 0)])).toMatchObject([{ bitRate: 0, loss: 0 }]);
});

test("what one sends: all layers together, and what the other side lost", () => {
  const layer = (id: string, frameHeight: number, bytesSent: number) => ({
    id,
    type: "outbound-rtp",
    timestamp: 2_000,
    bytesSent,
    packetsSent: 50,
    frameWidth: frameHeight * 2,
    frameHeight,
  });
  const report = {
    id: "R",
    type: "remote-inbound-rtp",
    timestamp: 2_000,
    packetsLost: 25,
    roundTripTime: 0.1,
  };
  const [figures] = createFiguresReader()([
    { id: "TR2", isSound: false, stats: [layer("a", 180, 1), layer("b", 720, 2), report] },
  ]);
  expect(figures).toMatchObject({
    roundTrip: 100,
    loss: 0.2,
    size: { width: 1_440, height: 720 },
    codec: undefined,
    jitter: undefined,
  });
});

test("a browser that tells nothing gives nothing", () => {
  const [figures] = createFiguresReader()([{ id: "TR3", isSound: true, stats: [] }]);
  expect(figures).toMatchObject({
    roundTrip: undefined,
    jitter: undefined,
    loss: undefined,
    size: undefined,
  });
});
