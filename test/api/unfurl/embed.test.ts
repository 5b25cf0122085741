import { afterAll, describe, expect, test } from "bun:test";
import { Compile } from "typebox/compile";
import packageFile from "../../../package.json" with { type: "json" };
import { Embed } from "../../../src/protocol/embed.ts";
import { makeImage, makeMp4, makeWebm } from "../../support/files/make-images.ts";
import { expectError } from "../../support/http/expect-error.ts";
import { redirect, reply } from "../../support/unfurl/fake-web.ts";
import { openUnfurlServer } from "../../support/unfurl/unfurl-server.ts";

const fixture = await openUnfurlServer();
const { web, server, page, put, embed } = fixture;
afterAll(() => fixture[Symbol.asyncDispose]());

const schema = Compile(Embed);
const png = await makeImage("png", { width: 40, height: 20 });
put("/picture.png", "image/png", png);
put("/film.mp4", "video/mp4", makeMp4(640, 360));

async function embedOf(link: string): Promise<unknown> {
  const response = await embed(link);
  const body = await response.json();
  expect({ status: response.status, body }).toMatchObject({ status: 200 });
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(schema.Check(body)).toBe(true);
  return body;
}

const meta = (tags: Record<string, string | number>) =>
  Object.entries(tags)
    .map(([property, content]) => `<meta property="${property}" content="${content}">`)
    .join("\n");

describe("the root", () => {
  test.each(["/january", "/january/"])("%s describes the service", async (path) => {
    const response = await fetch(server.url + path);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ january: expect.any(String), version: packageFile.version });
  });
});

describe("a page", () => {
  test("has an embed of its metadata", async () => {
    const tags = {
      ...{
        "og:title": "A &amp; B",
        "og:description": " text ",
        "og:site_name": "Site",
        "theme-color": "#123",
      },
      ...{ "og:url": "/canonical", "og:image": "picture.png", "og:image:width": 300, "og:image:height": 200 },
      "twitter:card": "summary_large_image",
    };
    const link = page("/full", `${meta(tags)}<link rel="icon" href="/icon.png">`);
    expect(await embedOf(link)).toEqual({
      type: "Website",
      url: web.url("/canonical"),
      original_url: link,
      title: "A & B",
      description: "text",
      site_name: "Site",
      colour: "#123",
      icon_url: web.url("/icon.png"),
      image: { url: web.url("/picture.png"), width: 300, height: 200, size: "Large" },
    });
  });

  test("has its image measured where the metadata have no size", async () => {
    const link = page("/measured", meta({ "og:image": "/picture.png" }));
    expect(await embedOf(link)).toMatchObject({ image: { width: 40, height: 20, size: "Large" } });
  });

  test("has its video rather than its image", async () => {
    const link = page("/film", meta({ "og:image": "/picture.png", "og:video": "/film.mp4" }));
    expect(await embedOf(link)).toEqual({
      type: "Website",
      url: link,
      original_url: link,
      video: { url: web.url("/film.mp4"), width: 640, height: 360 },
    });
  });

  test.each(["/nowhere", "/not-media", "/full"])("has no image or video from %s", async (path) => {
    put("/not-media", "image/png", "not a picture");
    const link = page(`/without${path}`, meta({ "og:title": "A", "og:image": path, "og:video": path }));
    expect(await embedOf(link)).toEqual({ type: "Website", url: link, original_url: link, title: "A" });
  });

  test("has no image from a private address, which is not fetched", async () => {
    const link = page("/inside", meta({ "og:title": "A", "og:image": `http://127.0.0.1:${web.port}/x.png` }));
    expect(await embedOf(link)).toEqual({ type: "Website", url: link, original_url: link, title: "A" });
    expect(web.privateConnections()).toBe(0);
  });

  test("resolves relative addresses against the target of a redirect", async () => {
    web.respondAt("/redirected", redirect("/deep/down/page"));
    page("/deep/down/page", `${meta({ "og:title": "A" })}<link rel="icon" href="icon.png">`);
    expect(await embedOf("/redirected")).toMatchObject({
      url: web.url("/redirected"),
      icon_url: web.url("/deep/down/icon.png"),
    });
  });

  test("is decoded by its declared encoding", async () => {
    const text = Buffer.concat([
      Buffer.from('<meta property="og:title" content="'),
      Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2),
      Buffer.from('">'),
    ]);
    put("/cyrillic", "text/html; charset=windows-1251", text);
    expect(await embedOf("/cyrillic")).toMatchObject({ title: "Привет" });
    put("/not-utf-8", "text/html; charset=utf-8", text);
    expect(await embedOf("/not-utf-8")).toMatchObject({ title: "\ufffd".repeat(6) });
  });

  test("is requested with our user agent", async () => {
    await embedOf(page("/user-agent", meta({ "og:title": "A" })));
    const request = web.requests.find((head) => head.startsWith("GET /user-agent "));
    expect(request).toMatch(/^user-agent: .*Ermine/im);
    expect(request).toMatch(/^accept-language: en-US,en;q=0\.5\r$/im);
  });

  test("has a special embed if clients have a player for it", async () => {
    const tags = { "og:title": "A", "og:url": "https://www.twitch.tv/somebody", "og:image": "/nowhere.png" };
    expect(await embedOf(page("/special", meta(tags)))).toMatchObject({
      special: { type: "Twitch", content_type: "Channel", id: "somebody" },
      colour: "#7B68EE",
      image: { url: web.url("/nowhere.png"), width: 0, height: 0, size: "Preview" },
    });
    expect(fixture.hits("/nowhere.png")).toBe(0);
  });

  describe("with an oEmbed description", () => {
    const oembed = (path: string) => `<link rel="alternate" type="application/json+oembed" href="${path}">`;
    const description = {
      title: "Described",
      author_name: "Author",
      thumbnail_url: "/picture.png",
      provider_name: "Provider",
    };
    put("/oembed", "application/json", JSON.stringify(description));

    test("is described by it where it has no metadata", async () => {
      expect(await embedOf(page("/oembed-page", oembed("/oembed")))).toEqual({
        type: "Website",
        url: web.url("/oembed-page"),
        original_url: web.url("/oembed-page"),
        title: "Described",
        description: "Author",
        site_name: "Provider",
        image: { url: web.url("/picture.png"), width: 40, height: 20, size: "Large" },
      });
    });

    test("is described by its own metadata where it has them", async () => {
      const link = page("/own-words", oembed("/oembed") + meta({ "og:title": "Own" }));
      expect(await embedOf(link)).toMatchObject({ title: "Own", description: "Author" });
    });

    test("does not need it", async () => {
      const tags = { "og:title": "Own", "og:image": "/picture.png" };
      await embedOf(page("/complete", oembed("/oembed-unused") + meta(tags)));
      expect(fixture.hits("/oembed-unused")).toBe(0);
    });

    test.each([
      ["missing", reply(404)],
      ["no JSON", reply(200, {}, "<html>")],
      ["too long", reply(200, {}, JSON.stringify({ title: "x".repeat(100_000) }))],
      ["inside", redirect("http://localhost/")],
    ])("that is %s is shown without it", async (caseName, oembedReply) => {
      const path = `/oembed-${caseName.replace(" ", "-")}`;
      web.respondAt(path, oembedReply);
      const link = page(`/page${path}`, oembed(path) + meta({ "og:title": "Own" }));
      expect(await embedOf(link)).toEqual({ type: "Website", url: link, original_url: link, title: "Own" });
    });
  });
});

describe("media", () => {
  test("that is an image is shown as one", async () => {
    const expected = { type: "Image", url: web.url("/picture.png"), width: 40, height: 20, size: "Large" };
    expect(await embedOf("/picture.png")).toEqual(expected);
  });

  test("that is rotated by EXIF has its displayed size", async () => {
    put("/turned.jpg", "image/jpeg", await makeImage("jpeg", { width: 40, height: 20, orientation: 6 }));
    expect(await embedOf("/turned.jpg")).toMatchObject({ width: 20, height: 40 });
  });

  test("that is a video is shown as one", async () => {
    put("/film.webm", "video/webm", makeWebm(320, 240));
    const webm = { type: "Video", url: web.url("/film.webm"), width: 320, height: 240 };
    expect(await embedOf("/film.webm")).toEqual(webm);
    const mp4 = { type: "Video", url: web.url("/film.mp4"), width: 640, height: 360 };
    expect(await embedOf("/film.mp4")).toEqual(mp4);
  });

  test.each([
    ["image/png", "not a picture"],
    ["image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'],
    ["video/mp4", "not a video"],
    ["video/mp4", makeMp4(0, 0)],
    ["application/pdf", "%PDF-1.7"],
    ["application/json", "{}"],
    ["text/html", "<title>Nothing to show</title>"],
    ["text/html", ""],
  ])("of type %s without valid content has no embed", async (type, body) => {
    const path = `/nothing-${Bun.hash(type + body)}`;
    await expectError(await embed(put(path, type, body)), 400, "NoEmbedData");
  });
});
