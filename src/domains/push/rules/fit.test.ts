import { describe, expect, test } from "bun:test";
import type { Notice } from "../model.ts";
import { cut, fit } from "./fit.ts";

const notice: Notice = {
  author: "Ann",
  icon: "",
  body: "b".repeat(100),
  raw_body: "r".repeat(50),
  tag: "",
  timestamp: 0,
  url: "",
  more: { long: "m".repeat(100) },
  brief: { id: 1 },
  sending: { ttl: 0, urgency: "low", id: "1" },
};
const write = ({ body, raw_body, more }: Notice) => JSON.stringify({ body, raw_body, ...more });
const whole = write(notice).length;

describe("a notice", () => {
  test("is whole where there is room, and then first loses what it can do without", () => {
    expect(fit(notice, write, whole)).toBe(write(notice));
    const brief = write({ ...notice, more: notice.brief });
    expect(fit(notice, write, whole - 1)).toBe(brief);
  });

  test("is never too long, and uses what room there is", () => {
    for (let room = 60; room < whole; room++) {
      const text = fit(notice, write, room);
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
