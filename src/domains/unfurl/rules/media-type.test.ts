import { expect, test } from "bun:test";
import { mediaTypeOf } from "./media-type.ts";

test.each([
  ["text/html", "html"],
  ["TEXT/HTML; charset=utf-8", "html"],
  ["application/xhtml+xml", "html"],
  ["image/png", "image"],
  ["Image/svg+xml;x=y", "image"],
  ["video/mp4", "video"],
  ["application/octet-stream", "other"],
  ["text/plain", "other"],
  ["", undefined],
  ["html", undefined],
  ["/", undefined],
  ["image/png, text/html", undefined],
  [undefined, undefined],
])("%j is %s", (contentType, type) =>
  expect(mediaTypeOf(contentType)).toBe(type as ReturnType<typeof mediaTypeOf>),
);
