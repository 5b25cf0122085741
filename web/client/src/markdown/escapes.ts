import type { Extension as TreeExtension } from "mdast-util-from-markdown";

/** The characters that begin or end one of the constructs which are found in text after the parsing. */
const special = "<:@|!";
/** Code points that no text may contain, which stand for escaped characters until those constructs are found. */
const firstStandIn = 0xfdd0;
const standIns = new RegExp(
  `[${String.fromCharCode(firstStandIn)}-${String.fromCharCode(firstStandIn + 31)}]`,
  "g",
);

/** Takes the stand-ins out of a text from outside. */
export function withoutStandIns(text: string): string {
  return text.replace(standIns, "\uFFFD");
}

/** Puts the characters back that stand-ins stand for. */
export function restoreEscaped(text: string): string {
  return text.replace(standIns, (found) => special[found.charCodeAt(0) - firstStandIn] ?? "\uFFFD");
}

/** Keeps what a backslash escapes from being taken for one of the later constructs. */
export const escapesTree: TreeExtension = {
  exit: {
    characterEscapeValue(token) {
      const value = this.sliceSerialize(token);
      const index = special.indexOf(value);
      const data = this.stack.pop();
      if (!data || !("value" in data) || !data.position) throw new Error("an escape is always within a text");
      data.value += index < 0 ? value : String.fromCharCode(firstStandIn + index);
      data.position.end = { line: token.end.line, column: token.end.column, offset: token.end.offset };
    },
  },
};
