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

  test("never throws, whatever it holds", () => {
    const keys = ["title", "author_name", "author_url", "provider_name", "thumbnail_url", "thumbnail_width"];
    const descriptions = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue());
    fc.assert(fc.property(descriptions, (told) => void asEmbed(readOembed(JSON.stringify(told), base))));
  });
});
