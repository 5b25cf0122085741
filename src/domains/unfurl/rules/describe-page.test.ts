import { describe, expect, test } from "bun:test";
import { describePage, fillIn } from "./describe-page.ts";
import { readPage } from "./read-page.ts";

const place = { requested: "https://site.example/short", final: "https://www.site.example/long/page" };
const meta = (tags: Record<string, string>) =>
  Object.entries(tags)
    .map(([property, content]) => `<meta property="${property}" content="${content}">`)
    .join("");
const describeHtml = async (html: string) => describePage(await readPage(html), place);
const describeMeta = (tags: Record<string, string>) => describeHtml(meta(tags));
const bare = { type: "Website", url: place.requested, original_url: place.requested } as const;

describe("a page", () => {
  test.each([
    ["title", ["og:title", "twitter:title", "title"]],
    ["description", ["og:description", "twitter:description", "description"]],
    ["site_name", ["og:site_name"]],
    ["colour", ["theme-color"]],
  ])("has its %s from %p, in this order", async (field, keys) => {
    for (const [place, key] of keys.entries()) {
      const tags = Object.fromEntries(
        keys.slice(place).map((name) => [name, `from ${name.replace(":", ".")}`]),
      );
      expect(await describeMeta(tags)).toEqual({ ...bare, [field]: `from ${key.replace(":", ".")}` });
    }
  });

  test.each([
    ["image", ["og:image", "og:image:secure_url", "twitter:image", "twitter:image:src"]],
    ["video", ["og:video", "og:video:url", "og:video:secure_url"]],
  ] as const)("has its %s from %p, in this order", async (field, keys) => {
    for (const [place, key] of keys.entries()) {
      const tags = Object.fromEntries(keys.slice(place).map((name) => [name, `/${name}`]));
      expect((await describeMeta(tags))[field]?.url).toBe(`https://www.site.example/${key}`);
    }
  });

  test("without metadata has only its address", async () => {
    expect(await describeHtml("<title>Not this</title>")).toEqual(bare);
  });

  test.each([
    [{ "og:image": "a.png" }, { width: 0, height: 0, size: "Preview" }],
    [
      { "og:image": "a.png", "twitter:card": "summary" },
      { width: 0, height: 0, size: "Preview" },
    ],
    [
      { "og:image": "a.png", "twitter:card": "summary_large_image" },
      { width: 0, height: 0, size: "Large" },
    ],
    [
      { "og:image": "a.png", "og:image:width": "3", "og:image:height": "4" },
      { width: 3, height: 4, size: "Preview" },
    ],
    [
      { "og:image": "a.png", "og:image:width": "3" },
      { width: 0, height: 0, size: "Preview" },
    ],
    [
      { "og:image": "a.png", "og:image:width": "-3", "og:image:height": "1e9" },
      { width: 0, height: 0, size: "Preview" },
    ],
  ] as const)("%j", async (tags, image) => {
    expect((await describeMeta(tags)).image).toEqual({
      url: "https://www.site.example/long/a.png",
      ...image,
    });
  });

  test("has an icon, the larger one first", async () => {
    const icon = '<link rel="icon" href="/small.ico">';
    expect((await describeHtml(icon)).icon_url).toBe("https://www.site.example/small.ico");
    expect(
      (await describeHtml(`${icon}<link rel="apple-touch-icon" href="//cdn.example/big.png">`)).icon_url,
    ).toBe("https://cdn.example/big.png");
  });

  test("has its canonical address", async () => {
    expect(await describeMeta({ "og:url": "/here" })).toEqual({
      ...bare,
      url: "https://www.site.example/here",
    });
  });

  test.each([
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "file:///etc/passwd",
    "http://",
    "https://u:p@a.example/",
  ])("shows nothing at %s", async (address) => {
    const tags = { "og:url": address, "og:image": address, "og:video": address };
    expect(await describeHtml(`${meta(tags)}<link rel="icon" href="${address}">`)).toEqual(bare);
  });

  test("takes the next address if the first is invalid", async () => {
    const tags = { "og:image": "javascript:1", "twitter:image": "/b.png" };
    expect((await describeMeta(tags)).image?.url).toBe("https://www.site.example/b.png");
  });

  test("has limited texts, cut between characters", async () => {
    const long = "😀".repeat(1_000);
    const found = await describeMeta({
      "og:title": `a${long}`,
      "og:description": long,
      "og:site_name": `ab${long}`,
    });
    expect(found.title).toBe(`a${"😀".repeat(24)}`);
    expect(found.description).toBe("😀".repeat(250));
    expect(found.site_name).toBe(`ab${"😀".repeat(7)}`);
  });

  test("has no address that is too long", async () => {
    const long = `/${"a".repeat(3_000)}`;
    expect(
      await describeHtml(`${meta({ "og:url": long, "og:image": long })}<link rel=icon href=${long}>`),
    ).toEqual(bare);
    expect(describePage(await readPage(""), { ...place, requested: place.requested + long })).toEqual({
      type: "Website",
    });
  });

  test.each(["red;background:url(x)", "url(javascript:1)", "<b>", "#".repeat(33)])(
    "has no colour %s",
    async (colour) => {
      expect(await describeMeta({ "theme-color": colour })).toEqual(bare);
    },
  );

  test("is filled in only where it has no metadata", () => {
    const told = { title: "theirs", description: "theirs" };
    expect(fillIn({ ...bare, title: "own" }, told)).toEqual({ ...bare, title: "own", description: "theirs" });
  });
});
