import { describe, expect, test } from "bun:test";
import { webAddress } from "./web-address.ts";

describe("the address of something on a page", () => {
  test.each([
    ["https://example.com/a b", "https://example.com/a%20b"],
    ["../up", "https://example.com/up"],
  ])("%s is completed", (written, whole) => {
    expect(webAddress(written, "https://example.com/page/")).toBe(whole);
  });

  test.each(["https://name@example.com", "https://:word@example.com", "https://name:word@example.com"])(
    "%s is refused, because it has credentials",
    (written) => {
      expect(webAddress(written)).toBeUndefined();
    },
  );

  test.each(["ftp://example.com", "nothing", `https://example.com/${"a".repeat(2_048)}`])(
    "%s is refused",
    (written) => {
      expect(webAddress(written)).toBeUndefined();
    },
  );
});
