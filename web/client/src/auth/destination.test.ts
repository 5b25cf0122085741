import { expect, test } from "bun:test";
import { isOwnPath } from "./destination.ts";

test.each([
  ["/", true],
  ["/invite/abc", true],
  ["/server/1/channel/2?x=1", true],
  ["//evil.example", false],
  ["/\\evil.example", false],
  ["https://evil.example", false],
  ["javascript:alert(1)", false],
  ["/login?next=/", false],
  ["", false],
])("%p as a destination: %p", (path, isOwn) => {
  expect(isOwnPath(path)).toBe(isOwn);
});
