import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { asEmbed, readOembed } from "./oembed.ts";

const base = "https://site.example/oembed";

describe("an oEmbed description", () => {
  test("is read field by field", () => {
    const told = readOembed(
      JSON.stringify({
        title: " A ",
        author_name: "B",
        author_url: "/b",
        provider_name: "C",
        thumbnail_url: "https://cdn.example/t.png",
        thumbnail_width: 480,
        thumbnail_height: "360",
        html: "<script>alert(1)</script>",
      }),
      base,
    );
    const thumbnail = { url: "https://cdn.example/t.png", width: 480, height: 360 };
    expect(told).toEqual({
      title: "A",
      author: "B",
      authorUrl: "https://site.example/b",
      provider: "C",
      thumbnail,
    });
    expect(asEmbed(told)).toEqual({
      title: "A",
      description: "B",
      site_name: "C",
      image: { ...thumbnail, size: "Preview" },
    });
  });

  test.each([
    ...["", "null", "7", "[]", "<html>", '{"title":7,"author_name":null,"thumbnail_url":{}}'],
    ...[
      '{"thumbnail_url":"javascript:1","author_url":"data:,a"}',
      '{"title":"\\u0000","__proto__":{"title":"x"}}',
      '{"thumbnail_width":{"toString":false},"thumbnail_height":[7]}',
    ],
  ])("%s gives nothing", (json) => {
    expect(readOembed(json, base)).toEqual({});
    expect(asEmbed({})).toEqual({});
  });

  test("has texts of limited length, and a size only if both sides are whole and usual", () => {
    const long = "x".repeat(200);
    const clipped = readOembed(JSON.stringify({ title: long, author_name: long, provider_name: long }), base);
    expect(Object.values(clipped).map((text) => String(text).length)).toEqual([100, 100, 32]);
    const sizeOf = (width: unknown, height: unknown) => {
      const told = { thumbnail_url: "/t.png", thumbnail_width: width, thumbnail_height: height };
      const { thumbnail } = readOembed(JSON.stringify(told), base);
      return `${thumbnail?.width} ${thumbnail?.height}`;
    };
    expect(sizeOf(99_999, 1)).toBe("99999 1");
    for (const side of [100_000, 1.5, 0, -1, "wide"]) {
      expect(sizeOf(side, 1)).toBe("0 0");
      expect(sizeOf(1, side)).toBe("0 0");
    }
  });

  test("never throws, whatever it holds", () => {
    const keys = ["title", "author_name", "author_url", "provider_name", "thumbnail_url", "thumbnail_width"];
    const descriptions = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue());
    fc.assert(fc.property(descriptions, (told) => void asEmbed(readOembed(JSON.stringify(told), base))));
  });
});
