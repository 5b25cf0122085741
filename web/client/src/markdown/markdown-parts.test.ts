import { expect, test } from "bun:test";
import { describeMoment } from "./describe-moment.ts";
import { highlight } from "./highlight.ts";
import { isJumbo } from "./jumbo.ts";
import { parseMarkdown } from "./parse.ts";
import { pathWithinClient, safeUrl } from "./urls.ts";

test("a few emoji alone are large", () => {
  const id = "01HV3Q5B8W9XJ2K4M6N8P0R2T4";
  for (const source of ["😀", "👩‍👩‍👧 🏳️‍🌈", `:${id}:`, ":wave:"])
    expect(isJumbo(parseMarkdown(source))).toBe(true);
  for (const source of ["", "1", "a 😀", "**😀**", "😀\n\n😀", "😀".repeat(13), "# 😀"]) {
    expect(isJumbo(parseMarkdown(source))).toBe(false);
  }
});

test("only addresses of the web and of mail are links", () => {
  expect(safeUrl("https://e.org")).toBe("https://e.org/");
  expect(safeUrl("mailto:a@e.org")).toBe("mailto:a@e.org");
  for (const address of [
    "javascript:x",
    " java\nscript:x",
    "data:x",
    "/x",
    "x",
    "blob:https://e.org/x",
    "",
  ]) {
    expect(safeUrl(address)).toBeUndefined();
  }
});

test("addresses of this client's pages lead within it", () => {
  const origins = ["https://chat.org"];
  expect(pathWithinClient("https://chat.org/server/A/channel/B/C?x#y", origins)).toBe(
    "/server/A/channel/B/C",
  );
  expect(pathWithinClient("https://chat.org/invite/abc", origins)).toBe("/invite/abc");
  expect(pathWithinClient("https://chat.org/autumn/attachments/x", origins)).toBeUndefined();
  expect(pathWithinClient("https://chat.org.evil.org/invite/abc", origins)).toBeUndefined();
});

test("moments are written in the way that the author chose", () => {
  const moment = new Date("2024-03-01T12:00:00Z");
  expect(describeMoment(moment, "R", "en", moment.getTime() + 3 * 86_400_000)).toBe("3 days ago");
  expect(describeMoment(moment, "R", "de", moment.getTime() - 90_000)).toBe("in 1 Minute");
  expect(describeMoment(moment, "D", "en", 0)).toBe("March 1, 2024");
});

test("code of a known language has kinds, and of another none", () => {
  expect(highlight("ts", "let a = 1")).toEqual([
    { kind: "keyword", children: ["let"] },
    " a = ",
    { kind: "number", children: ["1"] },
  ]);
  expect(highlight("nonsense", "let a")).toBeUndefined();
});
