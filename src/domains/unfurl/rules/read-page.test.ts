import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyText } from "../../../../test/support/hostile/any-text.ts";
import { readPage } from "./read-page.ts";

const metaOf = async (html: string) => Object.fromEntries((await readPage(html)).meta);

describe("the head of a page", () => {
  test.each<[string, Record<string, string>]>([
    ['<meta property="og:title" content="A">', { "og:title": "A" }],
    ["<META NAME=description CONTENT=short />", { description: "short" }],
    ["<meta content='it is' property='OG:Title'>", { "og:title": "it is" }],
    ['<meta property="og:title" name="title" content="A">', { "og:title": "A" }],
    ['<meta property="a" content="1"><meta name="a" content="2">', { a: "1" }],
    ['<meta property="a" content=" "><meta property="a" content="2">', { a: "2" }],
    ['<meta property="a" content="1" content="2">', { a: "1" }],
    ['<meta\n\tproperty = "a"\n\tcontent = " 1\t">', { a: "1" }],
    ['<meta property="a" content="x > y </head>">', { a: "x > y </head>" }],
    ['<!-- <meta property="a" content="1"> --><meta property="b" content="2">', { b: "2" }],
    ['<script>"<meta property=a content=1>"</script><meta property="b" content="2">', { b: "2" }],
    ['<title><meta property="a" content="1"></TITLE ><meta property="b" content="2">', { b: "2" }],
    ['<noscript><meta property="a" content="1"></noscript><meta property="b" content="2">', { b: "2" }],
    ['<template></head><body><meta name="a" content="1"></template><meta name="b" content="2">', { b: "2" }],
    ['<meta property="a" content="1"></head><meta property="b" content="2">', { a: "1" }],
    ['<meta property="a" content="1"><body><meta property="b" content="2">', { a: "1" }],
    ['<head><head><div><<meta property="a" content="1">', { a: "1" }],
    ['<meta property="a" content="1"><meta property="b" content="unfinished', { a: "1" }],
    ['<meta property="a" content="1"><script>', { a: "1" }],
    ['<meta property="a" content="1"><!-- ', { a: "1" }],
    [
      '<meta property="a" content="&lt;b&gt; &amp;amp; &quot;&#39;&#x1F600;&eacute;&mdash;">',
      {
        a: "<b> &amp; \"'😀é—",
      },
    ],
    [
      '<meta property="a" content="?a=1&copy=2&nosuch;&#0;&#xD800;&#146;">',
      { a: "?a=1&copy=2&nosuch;\ufffd\ufffd’" },
    ],
    ['<meta property="a" content="a\u0000b\u0007">', { a: "ab" }],
    ["", {}],
  ])("%j", async (html, meta) => {
    expect(await metaOf(html)).toEqual(meta);
    // The page is read in pieces of 2,048 characters, which end anywhere.
    for (let length = 2_048 - html.length; length < 2_048; length += 1)
      expect(await metaOf(" ".repeat(length) + html)).toEqual(meta);
  });

  test("has links by relation, and one to an oEmbed description", async () => {
    const page = await readPage(
      '<link rel="shortcut icon" href="/a.ico"><link rel=icon href=/b.ico><link rel=apple-touch-icon href=/c.png>' +
        '<link rel="alternate" type="application/json+oembed" href="/oembed?a=1&amp;b=2">',
    );
    expect(page.links.get("icon")).toBe("/a.ico");
    expect(page.links.get("apple-touch-icon")).toBe("/c.png");
    expect(page.oembed).toBe("/oembed?a=1&b=2");
  });

  // Many times what is ever read of a page: in quadratic time, these would take longer than a test may.
  test.each([
    ["elements that are never closed", "<x>".repeat(400_000) + "</b>".repeat(400_000)],
    [
      "very many attributes",
      `<meta ${Array.from({ length: 200_000 }, (_, index) => `a${index}=1`).join(" ")}>`,
    ],
    ["nothing but comments", "<!--".repeat(400_000)],
  ])("is read in linear time: %s", async (_, html) => {
    expect(await readPage(html)).toEqual({ meta: new Map(), links: new Map(), oembed: undefined });
  });

  test("is read to an end, whatever is in it", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "<",
        ">",
        "<meta ",
        "property=",
        "content=",
        '"',
        "'",
        "</",
        "<!--",
        "-->",
        "<script",
        "&#",
        " ",
      ),
      anyText(),
    );
    const pages = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));
    await fc.assert(
      fc.asyncProperty(pages, async (html) => {
        for (const value of (await readPage(html)).meta.values()) expect(value.isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
