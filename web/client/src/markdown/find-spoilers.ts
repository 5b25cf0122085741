import { findConstructs } from "./find-constructs.ts";
import type { Inline } from "./tree.ts";

/** A piece of a line of text: text whose constructs are not found yet, or a part that is done. */
export type Piece = { readonly raw: string } | Inline;

const marks = /\|\||!!/g;

/** Finds `||…||` and `!!…!!`, which may span other parts, and then what is in the text. */
export function findSpoilers(pieces: readonly Piece[]): Inline[] {
  const parts = pieces.flatMap(splitAtMarks);
  const closings = new Map(["||", "!!"].map((mark) => [mark, indicesOf(parts, mark)]));
  const found: Inline[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] as Part;
    if (!("mark" in part)) {
      found.push(...finish(part));
      continue;
    }
    const end = closings.get(part.mark)?.find((at) => at > index + 1);
    if (end === undefined) {
      found.push(...findConstructs(part.mark));
      continue;
    }
    const children = parts
      .slice(index + 1, end)
      .flatMap((inner) => finish("mark" in inner ? { raw: inner.mark } : inner));
    found.push({ type: "spoiler", children });
    index = end;
  }
  return mergeTexts(found);
}

type Part = Piece | { readonly mark: string };

function splitAtMarks(piece: Piece): Part[] {
  if (!("raw" in piece)) return [piece];
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: mark, index } of piece.raw.matchAll(marks)) {
    parts.push({ raw: piece.raw.slice(end, index) }, { mark });
    end = index + mark.length;
  }
  parts.push({ raw: piece.raw.slice(end) });
  return parts.filter((part) => !("raw" in part) || part.raw !== "");
}

function indicesOf(parts: readonly Part[], mark: string): number[] {
  return parts.flatMap((part, index) => ("mark" in part && part.mark === mark ? [index] : []));
}

function finish(piece: Piece): Inline[] {
  return "raw" in piece ? findConstructs(piece.raw) : [piece];
}

function mergeTexts(nodes: readonly Inline[]): Inline[] {
  const merged: Inline[] = [];
  for (const node of nodes) {
    const last = merged.at(-1);
    if (node.type === "text" && last?.type === "text") {
      merged[merged.length - 1] = { type: "text", value: last.value + node.value };
    } else merged.push(node);
  }
  return merged;
}
