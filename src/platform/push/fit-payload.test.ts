import { describe, expect, test } from "bun:test";
import { cut, fitPayload } from "./fit-payload.ts";
import type { RenderedNotification } from "./port.ts";

const notification: RenderedNotification = {
  author: "Ann",
  icon: "",
  body: "b".repeat(100),
  raw_body: "r".repeat(50),
  tag: "",
  timestamp: 0,
  url: "",
  details: { long: "m".repeat(100) },
  shortDetails: { id: 1 },
  delivery: { ttl: 0, urgency: "low", id: "1" },
};
const write = ({ body, raw_body, details }: RenderedNotification) =>
  JSON.stringify({ body, raw_body, ...details });
const whole = write(notification).length;

describe("a notification", () => {
  test("is whole if it fits, and otherwise loses its details first", () => {
    expect(fitPayload(notification, write, whole)).toBe(write(notification));
    const brief = write({ ...notification, details: notification.shortDetails });
    expect(fitPayload(notification, write, whole - 1)).toBe(brief);
  });

  test("is never too long, and uses the bytes that it may", () => {
    for (let room = 60; room < whole; room++) {
      const text = fitPayload(notification, write, room);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(room);
      if (room < 180) expect(Buffer.byteLength(text)).toBeGreaterThan(room - 8);
    }
  });

  test("is cut between characters", () => {
    expect(cut("otter", 5)).toBe("otter");
    expect(cut("otter", 2)).toBe("ot…");
    expect(cut("a🦦b", 2)).toBe("a…");
    expect(cut("a🦦b", 3)).toBe("a🦦…");
    expect(cut("abc", 0)).toBe("…");
  });
});
