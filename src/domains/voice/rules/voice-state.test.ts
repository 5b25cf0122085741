import { describe, expect, test } from "bun:test";
import type { Track } from "../../../platform/voice/port.ts";
import { changedFlags, exceedsLimits, voiceFlags } from "./voice-state.ts";

const flags = { is_receiving: true, is_publishing: false, screensharing: false, camera: false };

describe("the flags of a participant", () => {
  test.each([
    [[], {}],
    [[{ source: "microphone", muted: 0 }], { is_publishing: true }],
    [[{ source: "microphone", muted: 1 }], {}],
    [[{ source: "camera", muted: 0 }], { camera: true }],
    [[{ source: "screen_share_audio", muted: 0 }], { screensharing: true }],
    [
      [
        { source: "screen_share", muted: 1 },
        { source: "screen_share_audio", muted: 0 },
      ],
      { screensharing: true },
    ],
    [[{ source: "unknown", muted: 0 }], {}],
  ])("with %j", (tracks, expected) => {
    expect(voiceFlags({ can_subscribe: 1 }, tracks)).toEqual({ ...flags, ...expected });
    expect(changedFlags(flags, voiceFlags({ can_subscribe: 1 }, tracks))).toEqual(expected);
  });

  test("a deafened participant receives nothing", () => {
    expect(voiceFlags({ can_subscribe: 0 }, []).is_receiving).toBe(false);
  });
});

describe("limits of tracks", () => {
  const limits = { video_resolution: [1280, 720], video_aspect_ratio: [0.5, 2] };
  const bounds = {
    camera: { resolution: [1920, 1080], bitrate: 2_000_000 },
    screen: { resolution: [800, 600], bitrate: 4_000_000 },
  };
  const video = (width: number, height: number, bitrate = 0): Track => ({
    sid: "TR",
    source: "camera",
    kind: "video",
    muted: false,
    width,
    height,
    bitrate,
  });
  const screen = (...size: Parameters<typeof video>): Track => ({
    ...video(...size),
    source: "screen_share",
  });
  test.each([
    [video(1280, 720), false],
    [video(720, 1280), false],
    [video(1281, 720), true],
    [video(800, 400), false],
    [video(801, 400), true],
    [video(400, 800), false],
    [video(399, 800), true],
    [screen(800, 600), false],
    [screen(801, 600), true],
    [video(640, 480, 2_000_000), false],
    [video(640, 480, 2_000_001), true],
    [screen(640, 480, 4_000_000), false],
    [screen(640, 480, 4_000_001), true],
    [{ ...video(0, 0), kind: "audio" as const }, false],
    [{ ...video(0, 0), kind: "data" as const }, true],
  ])("%j exceeds them: %p", (track, exceeds) => {
    expect(exceedsLimits(track, limits, bounds)).toBe(exceeds);
  });
});
