import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import type { Extension } from "micromark-util-types";
import { mathSyntax } from "./math-syntax.ts";

/** What people do not mean when they chat: HTML, references, indented code, underlined headings. */
const disabled = ["htmlFlow", "htmlText", "definition", "codeIndented", "setextUnderline"];
const always: readonly Extension[] = [
  gfmStrikethrough({ singleTilde: false }),
  gfmTable(),
  mathSyntax,
  { disable: { null: disabled } },
];
const addresses: Extension = gfmAutolinkLiteral();
const withoutEmphasis: Extension = { disable: { null: ["attention", "strikethrough"] } };

/** With more emphasis marks than this, none is read: pairing them is quadratic. */
const mostMarks = 1_000;
/** A word with more possible starts than this is not searched for addresses: each is read to the end of the word. */
const mostBeginnings = 16;
/** A run of more marks than this ends the search for an address: each mark would be read to the end of the run. */
const mostEndMarks = 64;

const endMarks = new RegExp(`(?:[!"')*,.:;<?_~\\]]|&[a-z]+){${mostEndMarks + 1}}`, "i");

/** The extensions that read a text. Whatever would take longer than its length allows is left out. */
export function chooseSyntax(source: string): Extension[] {
  return [
    ...always,
    ...(hasCostlyAddresses(source) ? [] : [addresses]),
    ...(hasTooManyMarks(source) ? [withoutEmphasis] : []),
  ];
}

function hasTooManyMarks(source: string): boolean {
  return source.replaceAll(/[^*_~]+/g, "").length > mostMarks;
}

function hasCostlyAddresses(source: string): boolean {
  if (endMarks.test(source)) return true;
  return source.split(/\s+/).some((word) => (word.match(/www\.|https?:/gi)?.length ?? 0) > mostBeginnings);
}
