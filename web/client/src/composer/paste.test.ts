import { expect, test } from "bun:test";
import { applyEdit } from "../drafts/field-text.ts";
import { linkSelection } from "./paste.ts";

/** What pasting over a part of a text makes of it, if it is anything but that part replaced. */
function paste(text: string, part: string, pasted: string): string | undefined {
  const start = text.indexOf(part);
  const linked = linkSelection(text, { start, end: start + part.length }, pasted);
  return linked?.edits.toReversed().reduce(applyEdit, { text, tokens: [] }).text;
}

test("an address that is pasted over a text makes a link of it", () => {
  expect(paste("see the page", "the page", "https://a.example/b ")).toBe(
    "see [the page](https://a.example/b)",
  );
  expect(paste("here", "here", "https://a.example/b_(c)")).toBe("[here](https://a.example/b_%28c%29)");
});

test("anything else that is pasted replaces the text", () => {
  expect(paste("here", "here", "some words")).toBeUndefined();
  expect(paste("here", "", "https://a.example")).toBeUndefined();
  expect(paste("here", "here", "javascript:alert(1)")).toBeUndefined();
  expect(paste("here", "here", "https://a.example and more")).toBeUndefined();
  expect(paste("https://b.example", "https://b.example", "https://a.example")).toBeUndefined();
  expect(paste("[a](b)", "b", "https://a.example")).toBeUndefined();
  expect(paste("`here`", "here", "https://a.example")).toBeUndefined();
  expect(paste("```\nhere", "here", "https://a.example")).toBeUndefined();
});
