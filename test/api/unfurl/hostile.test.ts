import { afterAll, describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { makePngBomb, makePngHeader } from "../../support/files/make-images.ts";
import { expectError } from "../../support/http/expect-error.ts";
import { reply } from "../../support/unfurl/fake-web.ts";
import { openUnfurlServer } from "../../support/unfurl/unfurl-server.ts";
import { until } from "../../support/until.ts";

const fixture = await openUnfurlServer({ outbound: { timeout_ms: 2_000 } });
const { web, embed, proxy, page, put } = fixture;
afterAll(() => fixture[Symbol.asyncDispose]());

const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
const title = '<meta property="og:title" content="Found">';

/** Writes until the connection is closed. */
function flood(start: string, piece: string) {
  return (socket: Socket) => {
    const chunk = piece.repeat(1_000);
    const more = () => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on("drain", more);
    socket.write(start);
    more();
  };
}

describe("an SVG", () => {
  test("never reaches the decoder, under any content type: it would occupy a core for minutes", async () => {
    const text = `<text id="a">${"word ".repeat(3_000)}</text>`;
    const uses = (of: string, as: string) => `<g id="${as}">${`<use href="#${of}"/>`.repeat(10)}</g>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${text}${uses("a", "b")}${uses("b", "c")}</svg>`;
    for (const type of ["image/png", "image/svg+xml", "image/jpeg"]) {
      const path = `/drawing-${type.replace(/\W/g, "-")}`;
      put(path, type, svg);
      await expectError(await embed(path), 400, "NoEmbedData");
      await expectError(await proxy(path), 400, "FileTypeNotAllowed");
    }
  });
});

describe("a hostile page", () => {
  test("whose head never ends is read up to a limit", async () => {
    web.respondAt("/endless", flood(head + title, "<meta name=a content=b>"));
    expect(await (await embed("/endless")).json()).toMatchObject({ title: "Found" });
    web.respondAt("/endless-nothing", flood(head, "<p>"));
    await expectError(await embed("/endless-nothing"), 400, "NoEmbedData");
    web.respondAt("/endless-tag", flood(`${head + title}<meta content="`, "a"));
    expect(await (await embed("/endless-tag")).json()).toMatchObject({ title: "Found" });
  });

  test("of many megabytes is read only to the end of its head", async () => {
    const body = `<head>${title}</head>${"x".repeat(10_000_000)}`;
    web.respondAt("/large", reply(200, { "Content-Type": "text/html" }, body));
    expect(await (await embed("/large")).json()).toMatchObject({ title: "Found" });
  });

  test("that arrives too slowly times out", async () => {
    web.respondAt("/slow", (socket) => void socket.write(`${head}<head>`));
    await expectError(await embed("/slow"), 400, "ProxyError");
  });

  test.each([
    [
      "script in its title",
      '<meta property="og:title" content="<script>alert(1)</script>">',
      "<script>alert(1)</script>",
    ],
    ["entities of entities", '<meta property="og:title" content="&amp;lt;b&amp;gt;">', "&lt;b&gt;"],
    ["NUL", '<meta property="og:title" content="a\0b&#0;">', "ab\ufffd"],
    ["half a character", '<meta property="og:title" content="a&#xD83D;">', "a\ufffd"],
    [
      "names of prototypes",
      `<meta property="__proto__" content="x"><meta name="constructor">${title}`,
      "Found",
    ],
  ])("with %s is only text", async (caseName, html, text) => {
    const path = `/${caseName.replaceAll(" ", "-")}`;
    expect(await (await embed(page(path, html))).json()).toMatchObject({ title: text });
  });

  test("deeply nested is read nevertheless", async () => {
    page("/nested", "<div><span a='".repeat(20_000));
    await expectError(await embed("/nested"), 400, "NoEmbedData");
    page("/nested-too", `${"<<".repeat(10_000)}${"<!-- -->".repeat(4_000)}${title}`);
    expect(await (await embed("/nested-too")).json()).toMatchObject({ title: "Found" });
  });
});

describe("a hostile image", () => {
  test.each<[string, Buffer]>([
    ["a bomb", makePngBomb(60_000, 60_000)],
    ["larger than it says", makePngHeader(100_000, 100_000)],
    ["cut off", makePngBomb(100, 100).subarray(0, 40)],
    ["a page", Buffer.from("<html><script>alert(1)</script>")],
    [
      "a drawing",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
    ],
    ["half a GIF", Buffer.from("GIF89a\x10\0\x10\0")],
    ["empty", Buffer.alloc(0)],
  ])("that is %s is refused", async (caseName, bytes) => {
    const link = put(`/image-${caseName.replaceAll(" ", "-")}`, "image/png", bytes);
    await expectError(await proxy(link), 400, "FileTypeNotAllowed");
    await expectError(await embed(link), 400, "NoEmbedData");
  });

  test("without end is refused", async () => {
    web.respondAt("/endless.png", flood("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n", "\0"));
    await expectError(await proxy("/endless.png"), 400, "ProxyError");
    await expectError(await embed("/endless.png"), 400, "NoEmbedData");
  });

  test("leaves no connection open, nor does a page", async () => {
    await until(() => web.openConnections() === 0);
  });
});
