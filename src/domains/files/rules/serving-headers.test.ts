import { describe, expect, test } from "bun:test";
import { attachmentNamed, entityTag, isListed, servedType } from "./serving-headers.ts";

test("the tag of an entity is the same in every version, so that browsers keep what they have", () => {
  expect(entityTag("a")).toBe('"ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5y"');
});

describe("If-None-Match", () => {
  const etag = entityTag("a");

  test("matches an entity by itself, among others, or by `*`", () => {
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, `${etag},"x"`, "*", " * "])
      expect(isListed(header, etag), header).toBe(true);
  });

  test("does not match another one", () => {
    for (const header of [null, "", '"x"', etag.slice(1, -1), entityTag("b"), `"x*"`])
      expect(isListed(header, etag), String(header)).toBe(false);
  });
});

describe("originals", () => {
  test.each(["image/png", "image/gif", "video/mp4", "audio/mpeg"])("%s keeps its type", (type) => {
    expect(servedType(type)).toBe(type);
  });

  test.each(["text/plain", "plain/text"])("%s is text", (type) => {
    expect(servedType(type)).toBe("text/plain; charset=utf-8");
  });

  test.each([
    "text/html",
    "application/xhtml+xml",
    "image/svg+xml",
    "text/xml",
    "application/xml",
    "text/javascript",
    "application/javascript",
    "application/ecmascript",
    "text/css",
    "text/x-shellscript",
    "application/pdf",
    "application/json",
    "application/wasm",
    "multipart/x-mixed-replace",
  ])("%s becomes bytes of unknown type", (type) => {
    expect(servedType(type)).toBe("application/octet-stream");
  });

  test.each(["", "nonsense", "a/b\r\nx: y", "text", "image/png; charset=x"])(
    "%p becomes bytes of unknown type",
    (type) => {
      expect(servedType(type)).toBe("application/octet-stream");
    },
  );

  test.each(["application/zip", "image/heif", "font/woff2"])("%s keeps its type", (type) => {
    expect(servedType(type)).toBe(type);
  });
});

describe("Content-Disposition", () => {
  test.each([
    ["plain name.txt", 'attachment; filename="plain name.txt"'],
    ['a"b\\c%41', `attachment; filename="a_b_c_41"; filename*=UTF-8''a%22b%5Cc%2541`],
    ["żółw🦦", `attachment; filename="___w_"; filename*=UTF-8''%C5%BC%C3%B3%C5%82w%F0%9F%A6%A6`],
    [
      "it's (1)*\r\nx: y",
      `attachment; filename="it's (1)*__x: y"; filename*=UTF-8''it%27s%20%281%29%2A%0D%0Ax%3A%20y`,
    ],
  ])("%p", (filename, header) => {
    expect(attachmentNamed(filename)).toBe(header);
  });
});
